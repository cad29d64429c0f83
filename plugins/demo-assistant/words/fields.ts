/** Fields, grouped by what they are (a type of `schema.ts`, or choices, English then German): `type = key ; English words ; German words | …`. */
export const FIELDS = `
text = name ; name,full name ; Name | title ; title ; Titel | address ; address,street ; Adresse,Anschrift,Straße | city ; city,town ; Stadt,Wohnort
text = country ; country ; Land | postcode ; postcode,zip,zip code,postal code ; Postleitzahl,PLZ
text = company ; company,organisation,organization,firm,employer ; Firma,Unternehmen,Organisation,Arbeitgeber | role ; role,job title ; Rolle,Funktion
text = position ; position ; Stelle,Position | size ; size ; Größe | from ; from,start,origin,starting point,departure ; von,Start,Abfahrt
text = to ; to,destination,end point ; nach,Ziel | purpose ; purpose ; Zweck,Grund der Fahrt | reason ; reason ; Grund
text = topic ; topic,subject ; Thema,Fach | location ; location,place,where,where they are,where it is,where they live ; Ort,wo,wo sie stehen,wo es ist
text = room ; room ; Raum,Zimmer | shelf ; shelf,storage place,storage location,bin ; Regal,Lagerplatz,Fach im Regal
text = shop ; shop,store,merchant ; Laden,Geschäft | make ; brand,car make ; Marke | model ; model ; Modell
text = licensePlate ; license plate,licence plate,number plate,plate,registration ; Kennzeichen,Nummernschild
text = serialNumber ; serial number,serial no,serial ; Seriennummer | number ; number ; Nummer | sku ; sku,article number,item number ; Artikelnummer
text = species ; species,animal type,breed ; Tierart,Rasse | artist ; artist,band ; Künstler,Band | author ; author,writer ; Autor,Verfasser
text = composer ; composer ; Komponist | grape ; grape,grape variety ; Rebsorte | opponent ; opponent ; Gegner | result ; result,outcome ; Ergebnis
text = vaccineName ; vaccine name ; Impfstoff | doctor ; doctor,physician ; Arzt,Ärztin | pharmacy ; pharmacy ; Apotheke
text = supplier ; supplier ; Lieferant | worker ; workers,worker,people on site,crew ; Arbeiter,Team
text = assignee ; assigned to,assignee,who does what,responsible,who is working on it,responsible person,who does it,in charge ; zuständig,Zuständiger,verantwortlich,wer
text = payer ; payer ; Zahler | color ; color,colour ; Farbe | shoeSize ; shoe size ; Schuhgröße | surface ; surface ; Belag | season ; season ; Saison
text = dose ; dose,dosage ; Dosis,Dosierung | allergies ; allergies,allergy,allergens ; Allergien,Allergie,Allergene | weather ; weather ; Wetter
text = treatment ; treatment ; Behandlung | bring ; what they bring,what to bring,brings,bring ; Mitbringsel,was sie mitbringen,mitbringen
text = feeling ; how i felt,feeling,how i feel ; Gefühl,wie ich mich gefühlt habe | grade ; grade,mark ; Note,Schulnote
text = category ; category,categories,type,kind ; Kategorie,Art,Typ | genre ; genre ; Genre | language ; language ; Sprache
text = gender ; gender,sex ; Geschlecht
email = email ; email,e-mail,mail,email address,e-mail address ; E-Mail,Mail,E-Mail-Adresse
phone = phone ; phone,phone number,telephone,telephone number,mobile,cell,mobile number,contact number ; Telefon,Telefonnummer,Handynummer,Handy
uri = website ; website,web site,homepage,url,web address ; Website,Webseite,Internetseite | link ; link ; Link
date = birthday ; birthday,date of birth,birth date,birthdate,birthdays ; Geburtstag,Geburtsdatum
date = joined ; joined,member since,joining date,entry date ; Eintritt,Eintrittsdatum,Mitglied seit | date ; date,day,when ; Datum,Tag,wann
date = dueDate ; due date,due,deadline ; Fälligkeit,fällig,Frist,Fälligkeitsdatum | startDate ; start date,begin,from date ; Startdatum,Beginn
date = endDate ; end date,until,end ; Enddatum,Ende,bis
date = expiryDate ; expiry,expiry date,expiration,best before,expires ; Ablaufdatum,Verfallsdatum,gültig bis
date = lastWatered ; last watered ; zuletzt gegossen
int = wateringInterval ; how often to water,how often to water them,how often they need water,watering interval,how often,water every ; Gießintervall,wie oft gießen,wie oft
int = duration ; duration,length,how long,minutes,cooking time ; Dauer,Länge,wie lange,Minuten,Kochzeit
int = quantity ; quantity,number of,stock level,pieces,amount in stock,count ; Menge,Anzahl,Stückzahl
int = minimum ; minimum quantity,minimum,minimum stock ; Mindestmenge,Mindestbestand
int = people ; people,number of people,persons,guests count,party size ; Personenzahl,Anzahl Personen,Personen
int = capacity ; capacity,seats,beds ; Kapazität,Plätze,Betten | rooms ; rooms,number of rooms ; Zimmerzahl,Anzahl Zimmer
int = mileage ; mileage,odometer,km reading ; Kilometerstand,Laufleistung | age ; age ; Alter | points ; points,point,score points ; Punkte,Punktzahl
int = streak ; streak ; Serie | votes ; votes ; Stimmen | minute ; minute ; Minute
time = time ; time,time of day ; Uhrzeit,Zeit | startTime ; start time,starts at ; Startzeit,Anfang | endTime ; end time,ends at ; Endzeit
number = hours ; hours,hour,how many hours,number of hours,how long in hours ; Stunden,Stundenzahl | value ; value,worth ; Wert
number = area ; area,square meters,size in square meters ; Fläche,Quadratmeter
number = distance ; distance,kilometers,kilometres,km,miles,kilometer,kilometre ; Kilometer,Kilometern,km,Strecke,Entfernung | weight ; weight ; Gewicht
number = height ; height ; Größe,Höhe | temperature ; temperature ; Temperatur | amountKg ; amount in kg,kg,kilos ; Menge in kg,Kilo
number = amountMl ; amount in ml,ml ; Menge in ml | meterValue ; meter value,counter ; Zählerwert
money = amount ; amount,sum ; Betrag,Summe | price ; price,prices ; Preis,Preise | cost ; cost,costs ; Kosten
money = rate ; rate,hourly rate ; Stundensatz,Satz | total ; total ; Gesamtbetrag,Gesamt | budget ; budget ; Budget | salary ; salary,wage ; Gehalt,Lohn
money = deposit ; deposit ; Kaution,Anzahlung
year = year ; year,vintage ; Jahr,Jahrgang | queenYear ; queen year,year of the queen ; Jahrgang der Königin,Königinnenjahr
long = ingredient ; ingredients,ingredient ; Zutaten,Zutat | answer ; answer ; Antwort
long = notes ; notes,note,comment,comments,remark,remarks,description,details ; Notizen,Notiz,Bemerkung,Bemerkungen,Beschreibung,Kommentar
image = photo ; photo,picture,image,photos,pictures ; Foto,Bild,Fotos,Bilder
yes = paid ; paid,is paid,payed ; bezahlt | done ; done,finished,completed ; erledigt,fertig | taken ; taken ; eingenommen
yes = present ; present,attended ; anwesend
yes = returned ; returned,given back,brought back ; zurückgegeben | bought ; bought ; gekauft | excused ; excused ; entschuldigt
yes = vegetarian ; vegetarian,if they are vegetarian,veggie ; vegetarisch,Vegetarier | vegan ; vegan ; vegan | active ; active ; aktiv
yes = favorite ; favorite,favourite ; Favorit,Lieblings
stars = rating ; rating,stars,star rating ; Bewertung,Sterne,Wertung
Open,In progress,Done / Offen,In Arbeit,Erledigt = status ; status,state ; Status,Stand
Requested,Approved,Rejected / Beantragt,Genehmigt,Abgelehnt = approval ; approval,approved ; Genehmigung
Low,Medium,High / Niedrig,Mittel,Hoch = priority ; priority,urgency ; Priorität,Dringlichkeit
Easy,Medium,Hard / Leicht,Mittel,Schwer = difficulty ; difficulty,level ; Schwierigkeit,Schwierigkeitsgrad
Mint,Good,Fair,Poor / Neuwertig,Gut,Gebraucht,Schlecht = condition ; condition ; Zustand
Daily,Weekly,Monthly / Täglich,Wöchentlich,Monatlich = frequency ; frequency ; Häufigkeit
Great,Good,Okay,Low,Bad / Super,Gut,Okay,Gedrückt,Schlecht = mood ; mood ; Stimmung
Starter,Main,Dessert,Drink / Vorspeise,Hauptgericht,Nachtisch,Getränk = course ; menu course ; Gang
Wet,Dirty,Both / Nass,Voll,Beides = diaperKind ; diaper kind ; Windelart
Electricity,Water,Gas / Strom,Wasser,Gas = meterKind ; meter kind,meter ; Zähler
`;

/** What each kind of thing has by itself, before its own fields; the first names a row. */
export const KINDS: Readonly<Record<string, string>> = {
  staff: 'name email phone',
  client: 'name email',
  event: 'title date',
  attendance: 'name date',
  money: 'title amount date paid',
  job: 'title status dueDate notes',
  record: 'title',
  item: 'name notes',
  place: 'name notes',
  check: 'title done',
  text: 'title notes',
  message: 'authorName text',
  guestbook: 'authorName text',
};
