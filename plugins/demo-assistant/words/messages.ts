import type { Language } from '../language/language.ts';

/** What answers say: `key | English | German`. `{…}` is filled in; `do-…` stands behind "I did not". */
const TEXTS = `
builtTemplate | I understood {understood}. I start from the template "{template}": {description} | Verstanden: {understood}. Ich beginne mit der Vorlage „{template}“: {description}
builtList | I understood {understood}, and build a page for each: {tables}. | Verstanden: {understood}. Ich baue für jedes eine Seite: {tables}.
sampleRows | Its rows are examples; delete them when you like. | Die Zeilen darin sind Beispiele; lösche sie, wenn du magst.
leftOut | I left out {what}. | Weggelassen habe ich {what}.
ideas | Add some example rows; Make it dark; Undo | Füge Beispieldaten hinzu; Mach es dunkel; Mach das rückgängig
ideasForRows | Call it …; Make it green; Make it dark | Nenne die App …; Mach es grün; Mach es dunkel
ideasForList | Add some example rows; Call it …; Make it green; Make it dark | Füge Beispieldaten hinzu; Nenne die App …; Mach es grün; Mach es dunkel
total | Total | Summe
addRow | Add {one} | {one} hinzufügen
calendar | Calendar | Kalender
date | date | Datum
english |  | Die Texte der Vorlage sind englisch.
public | Everyone can read {what}, even without logging in. | Alle können {what} lesen, auch ohne Anmeldung.
private | Each account sees only its own {what}. | Jedes Konto sieht nur die eigenen Zeilen ({what}).
guests | Guests can write without logging in. | Gäste können ohne Anmeldung schreiben.
refused | I did not build anything: {why} I work by rules and build lists of things and the templates below. {hint} | Ich habe nichts gebaut: {why} Ich arbeite nach Regeln und baue Listen von Dingen und die Vorlagen unten. {hint}
refusedHint | Name what you want to keep, such as "lessons, teachers and pupils", or take a template. | Nenne, was du festhalten willst, etwa „Unterrichtsstunden, Lehrer und Schüler“, oder nimm eine Vorlage.
whyNothing | I found nothing in this that an app could keep. | Darin habe ich nichts gefunden, was eine App festhalten könnte.
whyMany | that is more than one app of mine can hold. | Das ist mehr, als eine App von mir fassen kann.
whyBeyond | that is beyond what I can make. | Das übersteigt, was ich machen kann.
whyLittle | I understood only {understood}, and not {unknown}. | Verstanden habe ich nur {understood}, nicht aber {unknown}.
whyUnknown | I did not understand {unknown}. | Nicht verstanden habe ich {unknown}.
nothingChanged | Nothing was changed. | Es wurde nichts geändert.
notUnderstood | I did not understand what to change. | Ich habe nicht verstanden, was ich ändern soll.
notUnderstoodPart | I did not understand {what}, so nothing is done for it. | Das habe ich nicht verstanden und deshalb nicht gemacht: {what}.
undoneAlone | I only undo in this message. Ask again for {what}. | In dieser Nachricht mache ich nur rückgängig. Frag noch einmal: {what}.
unsupported | I cannot add {what}. | Das kann ich nicht einbauen: {what}.
welcome | You are welcome. | Gern geschehen.
abilities | I can rename things, add, rename and remove fields, add tables with a page, charts and filters, sort, change colours, dark mode and corners, add example rows, say who may see and change rows, and undo the last change. | Ich kann Dinge umbenennen, Felder hinzufügen, umbenennen und entfernen, Tabellen mit Seite, Diagramme und Filter hinzufügen, sortieren, Farben, dunkles Aussehen und Ecken ändern, Beispielzeilen hinzufügen, festlegen, wer Zeilen sehen und ändern darf, und die letzte Änderung zurücknehmen.
fixErrors | I cannot correct errors in code. Restore an earlier version, or take back the last change. | Fehler im Code kann ich nicht beheben. Stelle eine frühere Version wieder her oder nimm die letzte Änderung zurück.
attached | I see that you attached {files}. The demo assistant works by rules and cannot read files; a language model can. | Ich sehe, dass du {files} angehängt hast. Der Demo-Assistent arbeitet nach Regeln und kann keine Dateien lesen; ein Sprachmodell kann es.
readPart | I read only the first {count} characters of your message. | Von deiner Nachricht habe ich nur die ersten {count} Zeichen gelesen.
plan | I would make these changes: | Diese Änderungen würde ich machen:
noModel | The demo assistant builds apps by rules and cannot answer this. A language model can. | Der Demo-Assistent baut Apps nach Regeln und kann das nicht beantworten. Ein Sprachmodell kann es.
rename-app | The app is now called "{to}". | Die App heißt jetzt „{to}“.
rename-page | "{page}" is now called "{to}". | „{page}“ heißt jetzt „{to}“.
add-table | There is a new table "{label}". | Es gibt eine neue Tabelle „{label}“.
add-table-page | There is a new page "{label}". | Es gibt eine neue Seite „{label}“.
add-page | There is a new page "{label}". | Es gibt eine neue Seite „{label}“.
add-field | "{table}" has the new field "{field}". | „{table}“ hat das neue Feld „{field}“.
rename-field | The field "{field}" is now called "{to}"; its values stay. | Das Feld „{field}“ heißt jetzt „{to}“; seine Werte bleiben.
remove-field | The field "{field}" of "{table}" is gone. | Das Feld „{field}“ von „{table}“ ist entfernt.
set-accent | The accent colour is now {colour}. | Die Akzentfarbe ist jetzt {colour}.
set-theme | The app has its new look: {look}. | Die App hat ihr neues Aussehen: {look}.
sort | "{table}" is sorted by "{field}", {order}. | „{table}“ ist nach „{field}“ sortiert, {order}.
add-filter | "{table}" can be filtered by "{field}". | „{table}“ lässt sich nach „{field}“ filtern.
add-chart | There is a new chart "{title}". | Es gibt ein neues Diagramm „{title}“.
set-permissions | "{table}": {who} | „{table}“: {who}
rows | "{table}" gets {count} example rows. | „{table}“ bekommt {count} Beispielzeilen.
undone | I take back the last change: {what}. | Ich nehme die letzte Änderung zurück: {what}.
undoneRows | the rows that it added are removed | die dabei angelegten Zeilen sind entfernt
undoneGone | {name} removed again | {name} wieder entfernt
undoneBack | {name} back | {name} wieder da
undoneAccess | who may use {name} | die Rechte von {name}
undonePage | the page {name} removed again | die Seite {name} wieder entfernt
undoneLook | the former colours and look are back | die früheren Farben und das Aussehen sind wieder da
undoneTexts | the former texts and order are back | die früheren Texte und die Reihenfolge sind wieder da
undoNothing | There is no change to take back. | Es gibt keine Änderung, die ich zurücknehmen könnte.
notDone | I did not {what}: {why} | Nicht gemacht: {what}. {why}
leftByHand | Not changed: {path} draws its rows with code of its own. | Nicht geändert: {path} zeichnet seine Zeilen mit eigenem Code.
leftColours | Not changed: {path} states colours of its own. | Nicht geändert: {path} nennt eigene Farben.
leftNavigation | I found no navigation for its entry; it opens at its name. | Eine Navigation für den Eintrag habe ich nicht gefunden; die Seite öffnet unter ihrem Namen.
no-table | there is no such table. | Es gibt keine solche Tabelle.
no-field | there is no field "{field}". | Es gibt kein Feld „{field}“.
which-page | which page should be renamed? There are {pages}. | Welche Seite soll umbenannt werden? Es gibt {pages}.
no-page | there is no such page. | Es gibt keine solche Seite.
table-exists | the table is there already. | Die Tabelle gibt es schon.
field-exists | the field is there already. | Das Feld gibt es schon.
page-exists | the page is there already. | Die Seite gibt es schon.
is-so | it is so already. | Es ist schon so.
no-text | the text is nowhere in the app. | Der Text kommt in der App nicht vor.
no-view | no page shows it in a way that I can change. | Keine Seite zeigt es so, dass ich es ändern kann.
used-in-code | code in {path} uses it in its own way. | Der Code in {path} benutzt es auf eigene Weise.
fixed-colours | its pages state their colours themselves. | Die Seiten nennen ihre Farben selbst.
ordered-in-code | code in {path} puts the rows in order. | Der Code in {path} ordnet die Zeilen.
wrong-kind | that does not work with this kind of field. | Das geht mit dieser Art von Feld nicht.
bad-value | that value is not possible. | Dieser Wert ist nicht möglich.
needed-by-view | {path} is made of it. | {path} besteht daraus.
unreadable | a file of the app cannot be read. | Eine Datei der App lässt sich nicht lesen.
do-rename-app | rename the app | App umbenennen
do-rename-page | rename it | umbenennen
do-add-table | add the table | Tabelle hinzufügen
do-add-table-page | add the page | Seite hinzufügen
do-add-page | add the page | Seite hinzufügen
do-add-field | add "{field}" | „{field}“ hinzufügen
do-rename-field | rename the field | Feld umbenennen
do-remove-field | remove "{field}" | „{field}“ entfernen
do-set-accent | change the colour | Farbe ändern
do-set-theme | change the look | Aussehen ändern
do-sort | change the order | Reihenfolge ändern
do-add-filter | add the filter | Filter hinzufügen
do-add-chart | add the chart | Diagramm hinzufügen
do-set-permissions | change who may use it | Rechte ändern
look-dark | dark | dunkel
look-light | light | hell
look-square | square corners | eckige Ecken
look-round | rounder corners | rundere Ecken
order-down | highest first | absteigend
order-up | lowest first | aufsteigend
who-all | everyone | alle
who-anonymous | everyone, even without logging in, | alle, auch ohne Anmeldung,
who-admin | admins of the app | Verwalter der App
who-creator | people who made a row | wer eine Zeile angelegt hat
who-none | nobody | niemand
may-read | {who} may see rows | {who} darf Zeilen sehen
may-write | {who} may add and change rows | {who} darf Zeilen anlegen und ändern
`;

type KeyOf<Text extends string, Found = never> = Text extends `${infer Line}\n${infer Rest}`
  ? KeyOf<Rest, Found | (Line extends `${infer Key} | ${string}` ? Key : never)>
  : Found;
export type MessageKey = KeyOf<typeof TEXTS>;

export const MESSAGES = Object.fromEntries(
  TEXTS.trim()
    .split('\n')
    .map((line) => {
      const [key, en, de] = line.split(' | ');
      return [key, { en, de }];
    }),
) as Readonly<Record<MessageKey, Readonly<Record<Language, string>>>>;
