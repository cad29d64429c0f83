/** Fields: `key ; English words ; German words ; what it is`. What it is: a type or format of `kinds.ts`, or its choices, English then German. */
export const FIELDS = `
name ; name,full name ; Name ; text
title ; title ; Titel ; text
email ; email,e-mail,mail,email address,e-mail address ; E-Mail,Mail,E-Mail-Adresse ; email
phone ; phone,phone number,telephone,telephone number,mobile,cell,mobile number,contact number ; Telefon,Telefonnummer,Handynummer,Handy ; phone
address ; address,street ; Adresse,Anschrift,Straße ; text
city ; city,town ; Stadt,Wohnort ; text
country ; country ; Land ; text
postcode ; postcode,zip,zip code,postal code ; Postleitzahl,PLZ ; text
website ; website,web site,homepage,url,web address ; Website,Webseite,Internetseite ; uri
link ; link ; Link ; uri
company ; company,organisation,organization,firm,employer ; Firma,Unternehmen,Organisation,Arbeitgeber ; text
role ; role,job title ; Rolle,Funktion ; text
position ; position ; Stelle,Position ; text
birthday ; birthday,date of birth,birth date,birthdate,birthdays ; Geburtstag,Geburtsdatum ; date
joined ; joined,member since,joining date,entry date ; Eintritt,Eintrittsdatum,Mitglied seit ; date
date ; date,day,when ; Datum,Tag,wann ; date
dueDate ; due date,due,deadline ; Fälligkeit,fällig,Frist,Fälligkeitsdatum ; date
startDate ; start date,begin,from date ; Startdatum,Beginn ; date
endDate ; end date,until,end ; Enddatum,Ende,bis ; date
expiryDate ; expiry,expiry date,expiration,best before,expires ; Ablaufdatum,Verfallsdatum,gültig bis ; date
lastWatered ; last watered ; zuletzt gegossen ; date
wateringInterval ; how often to water,watering interval,how often,water every ; Gießintervall,wie oft gießen,wie oft ; int
time ; time,time of day ; Uhrzeit,Zeit ; time
startTime ; start time,starts at ; Startzeit,Anfang ; time
endTime ; end time,ends at ; Endzeit ; time
duration ; duration,length,how long,minutes,cooking time ; Dauer,Länge,wie lange,Minuten,Kochzeit ; int
hours ; hours,hour,how many hours,number of hours,how long in hours ; Stunden,Stundenzahl ; number
amount ; amount,sum ; Betrag,Summe ; money
price ; price,prices ; Preis,Preise ; money
cost ; cost,costs ; Kosten ; money
rate ; rate,hourly rate ; Stundensatz,Satz ; money
total ; total ; Gesamtbetrag,Gesamt ; money
budget ; budget ; Budget ; money
value ; value,worth ; Wert ; number
salary ; salary,wage ; Gehalt,Lohn ; money
deposit ; deposit ; Kaution,Anzahlung ; money
quantity ; quantity,number of,stock level,pieces,amount in stock,count ; Menge,Anzahl,Stückzahl ; int
minimum ; minimum quantity,minimum,minimum stock ; Mindestmenge,Mindestbestand ; int
people ; people,number of people,persons,guests count,party size ; Personenzahl,Anzahl Personen,Personen ; int
capacity ; capacity,seats,beds ; Kapazität,Plätze,Betten ; int
rooms ; rooms,number of rooms ; Zimmerzahl,Anzahl Zimmer ; int
area ; area,square meters,size in square meters ; Fläche,Quadratmeter ; number
distance ; distance,kilometers,kilometres,km,miles,kilometer,kilometre ; Kilometer,Kilometern,km,Strecke,Entfernung ; number
mileage ; mileage,odometer,km reading ; Kilometerstand,Laufleistung ; int
weight ; weight ; Gewicht ; number
height ; height ; Größe,Höhe ; number
temperature ; temperature ; Temperatur ; number
age ; age ; Alter ; int
year ; year,vintage ; Jahr,Jahrgang ; year
queenYear ; queen year,year of the queen ; Jahrgang der Königin,Königinnenjahr ; year
points ; points,point,score points ; Punkte,Punktzahl ; int
streak ; streak ; Serie ; int
votes ; votes ; Stimmen ; int
minute ; minute ; Minute ; int
amountKg ; amount in kg,kg,kilos ; Menge in kg,Kilo ; number
amountMl ; amount in ml,ml ; Menge in ml ; number
meterValue ; meter value,counter ; Zählerwert ; number
from ; from,start,origin,starting point,departure ; von,Start,Abfahrt ; text
to ; to,destination,end point ; nach,Ziel ; text
purpose ; purpose ; Zweck,Grund der Fahrt ; text
reason ; reason ; Grund ; text
topic ; topic,subject ; Thema,Fach ; text
location ; location,place,where ; Ort,wo ; text
room ; room ; Raum,Zimmer ; text
shelf ; shelf,storage place,storage location,bin ; Regal,Lagerplatz,Fach im Regal ; text
shop ; shop,store,merchant ; Laden,Geschäft ; text
make ; brand,car make,model ; Marke,Modell ; text
licensePlate ; license plate,licence plate,number plate,plate,registration ; Kennzeichen,Nummernschild ; text
serialNumber ; serial number,serial no,serial ; Seriennummer ; text
number ; number ; Nummer ; text
sku ; sku,article number,item number ; Artikelnummer ; text
species ; species,animal type,breed ; Tierart,Rasse ; text
artist ; artist,band ; Künstler,Band ; text
author ; author,writer ; Autor,Verfasser ; text
composer ; composer ; Komponist ; text
grape ; grape,grape variety ; Rebsorte ; text
opponent ; opponent ; Gegner ; text
result ; result,outcome ; Ergebnis ; text
vaccineName ; vaccine name ; Impfstoff ; text
doctor ; doctor,physician ; Arzt,Ärztin ; text
pharmacy ; pharmacy ; Apotheke ; text
supplier ; supplier ; Lieferant ; text
worker ; workers,worker,people on site,crew ; Arbeiter,Team ; text
assignee ; assigned to,assignee,who does what,responsible,who is working on it,responsible person,who does it,in charge ; zuständig,Zuständiger,verantwortlich,wer ; text
payer ; payer ; Zahler ; text
color ; color,colour ; Farbe ; text
size ; size ; Größe ; text
shoeSize ; shoe size ; Schuhgröße ; text
surface ; surface ; Belag ; text
season ; season ; Saison ; text
dose ; dose,dosage ; Dosis,Dosierung ; text
ingredient ; ingredients,ingredient ; Zutaten,Zutat ; long
allergies ; allergies,allergy,allergens ; Allergien,Allergie,Allergene ; text
weather ; weather ; Wetter ; text
answer ; answer ; Antwort ; long
notes ; notes,note,comment,comments,remark,remarks,description,details ; Notizen,Notiz,Bemerkung,Bemerkungen,Beschreibung,Kommentar ; long
photo ; photo,picture,image,photos,pictures ; Foto,Bild,Fotos,Bilder ; image
treatment ; treatment ; Behandlung ; text
bring ; what they bring,what to bring,brings,bring ; Mitbringsel,was sie mitbringen,mitbringen ; text
feeling ; how i felt,feeling,how i feel ; Gefühl,wie ich mich gefühlt habe ; text
paid ; paid,is paid,payed ; bezahlt ; yes
done ; done,finished,completed ; erledigt,fertig ; yes
taken ; taken ; eingenommen ; yes
returned ; returned,given back,brought back ; zurückgegeben ; yes
bought ; bought ; gekauft ; yes
excused ; excused ; entschuldigt ; yes
vegetarian ; vegetarian,if they are vegetarian,veggie ; vegetarisch,Vegetarier ; yes
vegan ; vegan ; vegan ; yes
active ; active ; aktiv ; yes
favorite ; favorite,favourite ; Favorit,Lieblings ; yes
rating ; rating,stars,star rating ; Sterne,Wertung ; stars
status ; status,state ; Status,Stand ; Open,In progress,Done / Offen,In Arbeit,Erledigt
approval ; approval,approved ; Genehmigung ; Requested,Approved,Rejected / Beantragt,Genehmigt,Abgelehnt
priority ; priority,urgency ; Priorität,Dringlichkeit ; Low,Medium,High / Niedrig,Mittel,Hoch
difficulty ; difficulty,level ; Schwierigkeit,Schwierigkeitsgrad ; Easy,Medium,Hard / Leicht,Mittel,Schwer
condition ; condition ; Zustand ; Mint,Good,Fair,Poor / Neuwertig,Gut,Gebraucht,Schlecht
frequency ; frequency ; Häufigkeit ; Daily,Weekly,Monthly / Täglich,Wöchentlich,Monatlich
mood ; mood ; Stimmung ; Great,Good,Okay,Low,Bad / Super,Gut,Okay,Gedrückt,Schlecht
course ; menu course ; Gang ; Starter,Main,Dessert,Drink / Vorspeise,Hauptgericht,Nachtisch,Getränk
diaperKind ; diaper kind ; Windelart ; Wet,Dirty,Both / Nass,Voll,Beides
meterKind ; meter kind,meter ; Zähler ; Electricity,Water,Gas / Strom,Wasser,Gas
grade ; grade,mark ; Note,Schulnote ; text
category ; category,categories,type,kind ; Kategorie,Art,Typ ; text
genre ; genre ; Genre ; text
language ; language ; Sprache ; text
gender ; gender,sex ; Geschlecht ; text
`;

/** What each kind of thing has by itself, before its own fields; the first names a row. */
export const KINDS: Readonly<Record<string, string>> = {
  staff: 'name email phone',
  client: 'name email',
  event: 'title date',
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
