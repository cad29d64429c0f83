/**
 * Things that people keep lists of: `English (with other words for it) ; German singular/plural (with others) ; kind ; fields of its own`.
 * The first word of each names the table. Fields are words of `fields.ts`.
 */
export const THINGS = `
teacher,instructor,tutor,coach,trainer ; Lehrer/Lehrer,Lehrerin/Lehrerinnen,Dozent/Dozenten,Trainer/Trainer ; staff ;
employee,worker,colleague ; Mitarbeiter/Mitarbeiter,Angestellter/Angestellte,Arbeiter/Arbeiter,Kollege/Kollegen ; staff ; role
team member,staff/staff,stylist,therapist,doctor,dentist,nurse,agent ; Fachkraft/Fachkräfte,Arzt/Ärzte,Therapeut/Therapeuten ; staff ; role
volunteer,helper ; Helfer/Helfer,Freiwilliger/Freiwillige ; staff ;
driver ; Fahrer/Fahrer ; staff ;
pupil/pupils ; Schüler/Schüler,Schülerin/Schülerinnen ; client ;
student,learner,apprentice ; Student/Studenten,Studentin/Studentinnen,Azubi/Azubis ; client ;
child/children,kid ; Kind/Kinder ; client ; birthday
customer,buyer ; Kunde/Kunden,Kundin/Kundinnen ; client ; phone address
client ; Klient/Klienten,Mandant/Mandanten ; client ; phone company
patient ; Patient/Patienten,Patientin/Patientinnen ; client ; birthday phone
member ; Mitglied/Mitglieder ; client ; phone joined
guest,visitor,attendee,participant ; Gast/Gäste,Besucher/Besucher,Teilnehmer/Teilnehmer ; client ;
tenant,renter,lodger ; Mieter/Mieter,Mieterin/Mieterinnen ; client ; phone
owner,landlord,holder ; Besitzer/Besitzer,Eigentümer/Eigentümer,Halter/Halter ; client ; phone address
reader,borrower ; Leser/Leser ; client ;
donor,sponsor,supporter ; Spender/Spender,Sponsor/Sponsoren,Förderer/Förderer ; client ; company
supplier,vendor ; Lieferant/Lieferanten ; client ; company phone
contact,person/people,friend,relative ; Kontakt/Kontakte,Person/Personen,Freund/Freunde,Verwandter/Verwandte ; client ; phone
player,athlete,singer,musician ; Spieler/Spieler,Sänger/Sänger,Musiker/Musiker ; client ; role
candidate,applicant ; Bewerber/Bewerber,Kandidat/Kandidaten ; client ; status
artist,author ; Künstler/Künstler,Autor/Autoren ; client ; website
lesson,class,tutorial ; Unterrichtsstunde/Unterrichtsstunden,Stunde/Stunden,Unterricht/Unterrichte,Lektion/Lektionen ; event ; topic
course,workshop,seminar,training ; Kurs/Kurse,Workshop/Workshops,Seminar/Seminare,Training/Trainings ; event ; topic
appointment,session ; Termin/Termine,Sitzung/Sitzungen ; event ; notes
visit,checkup,consultation ; Besuch/Besuche,Untersuchung/Untersuchungen,Beratung/Beratungen ; event ; reason
vaccination,vaccine,shot ; Impfung/Impfungen ; event ; vaccineName dueDate
treatment,therapy/therapies,medicine treatment ; Behandlung/Behandlungen ; event ; notes
meeting,event,gathering ; Treffen/Treffen,Veranstaltung/Veranstaltungen,Besprechung/Besprechungen ; event ; location
rehearsal ; Probe/Proben ; event ; location
concert,show,performance,gig ; Konzert/Konzerte,Auftritt/Auftritte ; event ; location
match/matches,game,fixture ; Spiel/Spiele,Partie/Partien ; event ; opponent result
goal ; Tor/Tore,Treffer/Treffer ; event ; minute
score,high score,round ; Punktestand/Punktestände,Runde/Runden ; event ; points
tournament,competition ; Turnier/Turniere,Wettkampf/Wettkämpfe ; event ; location
reservation,booking ; Reservierung/Reservierungen,Buchung/Buchungen ; event ; endDate people status
loan,borrowing,rental,checkout ; Ausleihe/Ausleihen,Verleih/Verleihe ; event ; dueDate returned
trip,drive,journey,ride,mileage log,mileage ; Fahrt/Fahrten,Fahrtenbuch/Fahrten,Reise/Reisen ; event ; from to distance
shift ; Schicht/Schichten,Dienst/Dienste ; event ; startTime endTime
absence,sick day ; Abwesenheit/Abwesenheiten,Fehlzeit/Fehlzeiten ; event ; reason excused
vacation request,vacation,leave request,holiday request,time off ; Urlaubsantrag/Urlaubsanträge,Urlaub/Urlaube ; event ; endDate approval
inspection,audit ; Inspektion/Inspektionen,Kontrolle/Kontrollen,Durchsicht/Durchsichten ; event ; result notes
harvest,yield ; Ernte/Ernten ; event ; amountKg
delivery ; Lieferung/Lieferungen ; event ; status
call,phone call ; Anruf/Anrufe,Telefonat/Telefonate ; event ; notes
feeding ; Fütterung/Fütterungen,Mahlzeit/Mahlzeiten ; event ; amountMl notes
sleep,nap ; Schlaf/Schlafzeiten ; event ; startTime endTime
diaper,nappy/nappies ; Windel/Windeln ; event ; diaperKind
birthday ; Geburtstag/Geburtstage ; event ; notes
exam,test ; Prüfung/Prüfungen,Klausur/Klausuren ; event ; grade
time entry,hours worked,working hour,work hour,volunteer hour ; Zeiteintrag/Zeiteinträge,Arbeitszeit/Arbeitszeiten,Arbeitsstunde/Arbeitsstunden ; event ; hours notes
meter reading,reading ; Zählerstand/Zählerstände,Ablesung/Ablesungen ; event ; meterKind meterValue
measurement ; Messung/Messungen,Messwert/Messwerte ; event ; value
mood,mood entry,mood diary,mood log ; Stimmung/Stimmungen,Stimmungstagebuch/Stimmungen ; event ; mood notes
site diary,diary,journal,diary entry,logbook ; Bautagebuch/Bautagebucheinträge,Tagebuch/Tagebucheinträge ; event ; notes
fee,due,contribution,membership fee ; Gebühr/Gebühren,Beitrag/Beiträge ; money ;
payment,rent payment,rent,instalment ; Zahlung/Zahlungen,Miete/Mieten,Mietzahlung/Mietzahlungen ; money ;
expense,expense report ; Ausgabe/Ausgaben ; money ; category
donation ; Spende/Spenden ; money ;
cost,utility bill,utility,utilities,bill ; Kosten/Kosten,Nebenkosten/Nebenkosten,Nebenkostenabrechnung/Nebenkosten ; money ;
saving,income,salary ; Einnahme/Einnahmen,Gehalt/Gehälter ; money ;
repair,fix,damage,defect ; Reparatur/Reparaturen,Schaden/Schäden ; job ; cost
maintenance,service job ; Wartung/Wartungen ; job ; cost
order,purchase order ; Bestellung/Bestellungen,Auftrag/Aufträge ; job ; total
homework/homework,assignment ; Hausaufgabe/Hausaufgaben ; job ; topic
task,chore,errand,duty ; Aufgabe/Aufgaben,Hausarbeit/Hausarbeiten,Pflicht/Pflichten ; job ;
project ; Projekt/Projekte ; job ; budget
deal,lead,opportunity ; Geschäft/Geschäfte,Interessent/Interessenten ; job ; value
job application,application ; Bewerbung/Bewerbungen ; job ; company position
request,enquiry,inquiry,complaint ; Anfrage/Anfragen,Beschwerde/Beschwerden ; job ;
suggestion,idea,proposal,suggestion box ; Vorschlag/Vorschläge,Idee/Ideen ; job ; votes
bug,issue ; Fehler/Fehler ; job ; priority
contract,agreement,subscription,policy ; Vertrag/Verträge,Abo/Abos,Versicherung/Versicherungen ; record ; startDate endDate cost
document,file,certificate,licence ; Dokument/Dokumente,Zertifikat/Zertifikate,Datei/Dateien ; record ; expiryDate
car,vehicle,truck,van,motorbike ; Auto/Autos,Fahrzeug/Fahrzeuge,Wagen/Wagen ; item ; make licensePlate
bike,bicycle ; Fahrrad/Fahrräder,Rad/Räder ; item ; make
pet,animal,dog,cat,horse ; Haustier/Haustiere,Tier/Tiere,Hund/Hunde,Katze/Katzen,Pferd/Pferde ; item ; species birthday
tool,device,machine,equipment/equipment,gear/gear ; Werkzeug/Werkzeuge,Gerät/Geräte,Maschine/Maschinen ; item ; condition
instrument ; Instrument/Instrumente ; item ; condition
book ; Buch/Bücher ; item ; author status
movie,film,video,series ; Film/Filme,Serie/Serien ; item ; year rating
record,vinyl,vinyl collection,album,cd ; Schallplatte/Schallplatten,Platte/Platten,Album/Alben ; item ; artist year
song,track ; Lied/Lieder,Song/Songs,Stück/Stücke ; item ; composer
board game,card game,video game ; Brettspiel/Brettspiele ; item ; people rating
wine,wine cellar,bottle ; Wein/Weine,Weinkeller/Weine,Flasche/Flaschen ; item ; grape year quantity
plant,flower,tree,houseplant ; Pflanze/Pflanzen,Blume/Blumen,Baum/Bäume ; item ; location
product,article,good ; Produkt/Produkte,Artikel/Artikel,Ware/Waren ; item ; price photo
part,spare part,component ; Teil/Teile,Ersatzteil/Ersatzteile ; item ; quantity
item,thing,object,lost and found,belonging ; Gegenstand/Gegenstände,Sache/Sachen,Fundsache/Fundsachen,Fundbüro/Fundsachen ; item ; location
dish/dishes,menu,meal,pizza,drink,menu item ; Gericht/Gerichte,Speisekarte/Gerichte,Speise/Speisen,Menü/Gerichte,Getränk/Getränke ; item ; price course
painting,picture,photo,artwork,drawing ; Gemälde/Gemälde,Bild/Bilder,Foto/Fotos,Kunstwerk/Kunstwerke ; item ; photo year
stamp,coin,card,figure,toy,doll,lego set,antique ; Briefmarke/Briefmarken,Münze/Münzen,Sammelkarte/Sammelkarten,Spielzeug/Spielzeuge ; item ; year condition
gift,gift idea,present,gift list ; Geschenk/Geschenke,Geschenkidee/Geschenkideen ; item ; price bought
wish/wishes,wishlist ; Wunsch/Wünsche,Wunschliste/Wünsche ; item ; price link
listing,property,real estate,real estate listing,estate,ad,classified ; Inserat/Inserate,Immobilie/Immobilien,Anzeige/Anzeigen ; item ; price address photo
seed ; Saatgut/Saatgüter,Samen/Samen ; item ; quantity
crop ; Feldfrucht/Feldfrüchte,Kultur/Kulturen ; item ; season
hive,bee hive,beehive,colony ; Bienenstock/Bienenstöcke,Volk/Völker,Bienenvolk/Bienenvölker ; item ; location
medication,medicine,drug,pill ; Medikament/Medikamente,Tablette/Tabletten ; item ; dose taken
service,offer ; Dienstleistung/Dienstleistungen,Leistung/Leistungen,Angebot/Angebote ; item ; price duration
room,hotel room,classroom ; Raum/Räume,Zimmer/Zimmer,Hotelzimmer/Zimmer ; place ; capacity
apartment,flat,unit,house ; Wohnung/Wohnungen,Haus/Häuser,Apartment/Apartments,Ferienwohnung/Ferienwohnungen ; place ; address rooms
court,pitch,lane ; Platz/Plätze,Tennisplatz/Tennisplätze ; place ; surface
field,plot,garden bed,bed ; Feld/Felder,Beet/Beete,Acker/Äcker ; place ; area
site,construction site ; Baustelle/Baustellen ; place ; address
location,branch,shop location,venue ; Standort/Standorte,Filiale/Filialen,Ort/Orte ; place ; address
table,desk ; Tisch/Tische ; place ; capacity
parking space,parking spot,parking lot,parking ; Parkplatz/Parkplätze,Stellplatz/Stellplätze ; place ; number
habit,routine ; Gewohnheit/Gewohnheiten ; check ; frequency streak
shopping item,shopping list,shopping,groceries,grocery,grocery list ; Einkauf/Einkäufe,Einkaufsliste/Einkaufsartikel ; check ; quantity
packing item,packing list,packing ; Packliste/Packstücke ; check ; quantity
question,faq,faq page ; Frage/Fragen,FAQ/Fragen ; text ; answer
note,memo ; Notiz/Notizen ; text ;
message,chat,chat room,group chat,forum ; Nachricht/Nachrichten,Chat/Nachrichten ; message ;
guestbook entry,guestbook,guest book ; Gästebucheintrag/Gästebucheinträge,Gästebuch/Gästebucheinträge ; guestbook ;
review,testimonial,feedback ; Bewertung/Bewertungen,Rezension/Rezensionen ; text ; rating
announcement,news,news item,notice ; Ankündigung/Ankündigungen,Neuigkeit/Neuigkeiten,Aushang/Aushänge ; text ; date
department,category,group,team ; Abteilung/Abteilungen,Kategorie/Kategorien,Gruppe/Gruppen,Mannschaft/Mannschaften ; text ;
`;
