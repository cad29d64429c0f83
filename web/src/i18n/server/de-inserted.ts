/** German of the server's sentences with inserted values: `…` stands for each in English, `{1}`, `{2}` and so on in German. */
export const inserted: Readonly<Record<string, string>> = {
  'The file is too large: at most … MB can be imported at once.':
    'Die Datei ist zu groß: Höchstens {1} MB können auf einmal importiert werden.',
  'You may not write … of ….': 'Du darfst {1} von {2} nicht schreiben.',
  'Please log in to write … of ….': 'Bitte melde dich an, um {1} von {2} zu schreiben.',
  'You may not see the rows of ….': 'Du darfst die Zeilen von {1} nicht sehen.',
  'You may not change the rows of ….': 'Du darfst die Zeilen von {1} nicht ändern.',
  'Please log in to see the rows of ….': 'Bitte melde dich an, um die Zeilen von {1} zu sehen.',
  'Please log in to change the rows of ….': 'Bitte melde dich an, um die Zeilen von {1} zu ändern.',
  'There is a view "…" already.': 'Es gibt schon eine Ansicht „{1}“.',
  'The snapshot of the table "…" is incomplete.': 'Die Sicherung der Tabelle „{1}“ ist unvollständig.',
  'Parts of the field "…" have rules of their own. Change them in the file of the table.':
    'Teile des Felds „{1}“ haben eigene Regeln. Ändere sie in der Datei der Tabelle.',
  'A rule has at most … conditions.': 'Eine Regel hat höchstens {1} Bedingungen.',
  'A rule cannot say …. Use plain values and fields.': 'Eine Regel kann {1} nicht ausdrücken. Verwende einfache Werte und Felder.',
  'At most … rows can be changed at once.': 'Höchstens {1} Zeilen können auf einmal geändert werden.',
  'A table has at most … views of yours. Delete one first.': 'Eine Tabelle hat höchstens {1} Ansichten von dir. Lösche zuerst eine.',
  '`…` is not a change of rows. Use ….': '`{1}` ist keine Änderung von Zeilen. Verwende {2}.',
  '`…` needs an object of fields.': '`{1}` braucht ein Objekt mit Feldern.',
  '`…` is changed twice.': '`{1}` wird zweimal geändert.',
  '`…` is set by the server.': '`{1}` setzt der Server.',
  '`…` is a part of a field. Change the whole field.': '`{1}` ist ein Teil eines Felds. Ändere das ganze Feld.',
  '`…` needs a number, and `…` is none.': '`{1}` braucht eine Zahl, und `{2}` ist keine.',
  '`…` needs a list, and `…` is none.': '`{1}` braucht eine Liste, und `{2}` ist keine.',
  '`…` needs a field of single values, and `…` is none.': '`{1}` braucht ein Feld mit einzelnen Werten, und `{2}` ist keines.',
  '`…` of `…` needs a number.': '`{1}` von `{2}` braucht eine Zahl.',
  '`…` needs a number, and `…` of a row holds none.': '`{1}` braucht eine Zahl, und `{2}` einer Zeile enthält keine.',
  '`…` of `…` needs a number or text.': '`{1}` von `{2}` braucht eine Zahl oder einen Text.',
  'The rows of this app have at most … MB. Remove some first.': 'Die Zeilen dieser App haben höchstens {1} MB. Entferne zuerst einige.',
  '`…` references a row of … that does not exist.': '`{1}` verweist auf eine Zeile von {2}, die es nicht gibt.',
  'The table … has room for … rows, and has …. Remove some first.':
    'Die Tabelle {1} hat Platz für {2} Zeilen und hat {3}. Entferne zuerst einige.',
  'The table … has room for … rows. Remove some first.': 'Die Tabelle {1} hat Platz für {2} Zeilen. Entferne zuerst einige.',
  'This app has room for … rows, and has …. Remove some first.': 'Diese App hat Platz für {1} Zeilen und hat {2}. Entferne zuerst einige.',
  'This app has room for … rows. Remove some first.': 'Diese App hat Platz für {1} Zeilen. Entferne zuerst einige.',
  'At most … rows can be added at once.': 'Höchstens {1} Zeilen können auf einmal hinzugefügt werden.',
  'At most … rows can be written at once.': 'Höchstens {1} Zeilen können auf einmal geschrieben werden.',
  'A key is one field, or up to … different ones.': 'Ein Schlüssel ist ein Feld, oder bis zu {1} verschiedene.',
  '`…` cannot be a key: it is not a field of single values.': '`{1}` kann kein Schlüssel sein: Es ist kein Feld mit einzelnen Werten.',
  'Row …: `…` is required, because it is the key.': 'Zeile {1}: `{2}` ist nötig, denn es ist der Schlüssel.',
  'Row …: `…` is the key, and cannot hold a list or an object.':
    'Zeile {1}: `{2}` ist der Schlüssel und kann keine Liste und kein Objekt enthalten.',
  'Row …: …': 'Zeile {1}: {2}',
  '`…` is required.': '`{1}` ist nötig.',
  'A row has at most … characters.': 'Eine Zeile hat höchstens {1} Zeichen.',
  '`…` must be one of: ….': '`{1}` muss eines von diesen sein: {2}.',
  '`…` must be true or false.': '`{1}` muss wahr oder falsch sein.',
  '`…` must be text.': '`{1}` muss Text sein.',
  '`…` must be ….': '`{1}` muss {2} sein.',
  '`…` must have at least … characters.': '`{1}` muss mindestens {2} Zeichen haben.',
  '`…` must have at most … characters.': '`{1}` darf höchstens {2} Zeichen haben.',
  '`…` must be at least ….': '`{1}` muss mindestens {2} sein.',
  '`…` must be at most ….': '`{1}` darf höchstens {2} sein.',
  '`…` must be a list.': '`{1}` muss eine Liste sein.',
  '`…` must be an object.': '`{1}` muss ein Objekt sein.',
  '`…` is not a field of ….': '`{1}` ist kein Feld von {2}.',
  '`….…` is required.': '`{1}.{2}` ist nötig.',
  '`…` is nested too deeply, or has names that start with "$" or have more than … characters.':
    '`{1}` ist zu tief verschachtelt oder hat Namen, die mit „$“ beginnen oder mehr als {2} Zeichen haben.',
  'At most … fields can be expanded.': 'Höchstens {1} Felder können aufgelöst werden.',
  '`…` cannot be expanded: it references no table.': '`{1}` kann nicht aufgelöst werden: Es verweist auf keine Tabelle.',
  '`…` cannot be expanded: `……` is a field.': '`{1}` kann nicht aufgelöst werden: `{2}{3}` ist ein Feld.',
  '`q` nests more than … levels deep.': '`q` ist mehr als {1} Ebenen tief verschachtelt.',
  'You may not see `…` of … in all rows, so you cannot filter, sort or compute by it.':
    'Du siehst `{1}` von {2} nicht in allen Zeilen, also kannst du nicht danach filtern, sortieren oder rechnen.',
  '`…` cannot be used in a filter like this.': '`{1}` kann in einem Filter nicht so verwendet werden.',
  '`…` is not the name of a field.': '`{1}` ist nicht der Name eines Felds.',
  'A filter has at most … conditions.': 'Ein Filter hat höchstens {1} Bedingungen.',
  'The lists of a filter have at most … values together.': 'Die Listen eines Filters haben zusammen höchstens {1} Werte.',
  'A filter has at most … `$regex` patterns.': 'Ein Filter hat höchstens {1} Muster mit `$regex`.',
  '`…` needs a list of at most … values.': '`{1}` braucht eine Liste mit höchstens {2} Werten.',
  'A list is sorted by at most … fields.': 'Eine Liste wird nach höchstens {1} Feldern sortiert.',
  '`skip` must be from 0 to …. For further pages, pass the id of the last row read as `after`.':
    '`skip` muss von 0 bis {1} sein. Gib für weitere Seiten die ID der letzten gelesenen Zeile als `after` an.',
  '`after` cannot be used with the sort by `…`, which is not a field of single values.':
    '`after` kann nicht mit der Sortierung nach `{1}` verwendet werden: Das ist kein Feld mit einzelnen Werten.',
  '`$regex` must be text of at most … characters; its only option is "i".':
    '`$regex` muss Text mit höchstens {1} Zeichen sein; die einzige Option ist „i“.',
  'These rows have more than … together. Ask for fewer with `limit`, or for some of their `fields`.':
    'Diese Zeilen haben zusammen mehr als {1}. Frage mit `limit` nach weniger, oder nach einigen ihrer `fields`.',
  'You may not add this row to ….': 'Du darfst diese Zeile nicht zu {1} hinzufügen.',
  'Row … has the same `id`.': 'Zeile {1} hat dieselbe `id`.',
  '`…` is required, because it is the key.': '`{1}` ist nötig, denn es ist der Schlüssel.',
  'The row has … cells, and the header …. Is a quote missing?': 'Die Zeile hat {1} Zellen und der Kopf {2}. Fehlt ein Anführungszeichen?',
  'The first line of a CSV file names its columns: at most …, with at most … characters each.':
    'Die erste Zeile einer CSV-Datei nennt ihre Spalten: höchstens {1}, mit je höchstens {2} Zeichen.',
  'A row of a CSV file has at most … characters. Is a quote missing?':
    'Eine Zeile einer CSV-Datei hat höchstens {1} Zeichen. Fehlt ein Anführungszeichen?',
  'No column is mapped to `…`, which is the key.': 'Keine Spalte ist `{1}` zugeordnet, dem Schlüssel.',
  'Another import into … is running. Try again when it has ended.':
    'Ein anderer Import in {1} läuft. Versuch es noch einmal, wenn er beendet ist.',
  'Two columns are mapped to `…`.': 'Zwei Spalten sind `{1}` zugeordnet.',
  'No column is mapped to the new field `…`.': 'Keine Spalte ist dem neuen Feld `{1}` zugeordnet.',
  'Only … of … rows are in the table: others were removed meanwhile.':
    'Nur {1} von {2} Zeilen sind in der Tabelle: Andere wurden inzwischen entfernt.',
  '`…` must be a date and time such as 2026-01-31T12:00:00Z.': '`{1}` muss ein Datum mit Uhrzeit sein, etwa 2026-01-31T12:00:00Z.',
  '`creatorId` must have at most … characters.': '`creatorId` darf höchstens {1} Zeichen haben.',
  '"…" cannot be the name of a table: use Latin letters and digits.':
    '„{1}“ kann nicht der Name einer Tabelle sein: Verwende lateinische Buchstaben und Ziffern.',
  '"…" cannot be the name of a column: use Latin letters, digits and underscores.':
    '„{1}“ kann nicht der Name einer Spalte sein: Verwende lateinische Buchstaben, Ziffern und Unterstriche.',
  'A file of at most … rows can be imported at once.': 'Eine Datei mit höchstens {1} Zeilen kann auf einmal importiert werden.',
  'No column of the file names a field. It has ….': 'Keine Spalte der Datei nennt ein Feld. Sie hat {1}.',
  'A cell of the workbook has more than … characters.': 'Eine Zelle der Arbeitsmappe hat mehr als {1} Zeichen.',
  'The workbook has a cell at …, far from the others. Please delete it, or save the sheet as CSV.':
    'Die Arbeitsmappe hat eine Zelle bei {1}, weit weg von den anderen. Bitte lösche sie, oder speichere das Blatt als CSV.',
  'The workbook has more than … MB of cells. Please save it as CSV and import that.':
    'Die Arbeitsmappe hat mehr als {1} MB an Zellen. Bitte speichere sie als CSV und importiere das.',
  'The permissions of the table "…" let no one copy its rows.': 'Nach den Rechten der Tabelle „{1}“ kopiert niemand ihre Zeilen.',
  'The name of a column has at most … characters.': 'Der Name einer Spalte hat höchstens {1} Zeichen.',
  'There is already a column "…".': 'Es gibt schon eine Spalte „{1}“.',
  'Values are counted in the first … rows only.': 'Werte werden nur in den ersten {1} Zeilen gezählt.',
  'The rows of the table "…" cannot be merged.': 'Die Zeilen der Tabelle „{1}“ können nicht zusammengeführt werden.',
  'An aggregation computes at most … values for each group.': 'Eine Auswertung berechnet höchstens {1} Werte je Gruppe.',
  'Two results of this aggregation have the name `…`.': 'Zwei Ergebnisse dieser Auswertung heißen `{1}`.',
  '`…` is not a result of this aggregation.': '`{1}` ist kein Ergebnis dieser Auswertung.',
  'Rows are grouped by at most … fields.': 'Zeilen werden nach höchstens {1} Feldern gruppiert.',
  '`…` cannot be grouped by …: its format is not date or date-time.':
    '`{1}` kann nicht nach {2} gruppiert werden: Das Format ist weder date noch date-time.',
  '`…` has no …: it is not a number.': '`{1}` hat kein {2}: Es ist keine Zahl.',
  '`…` has no …: it is not a field of single values.': '`{1}` hat kein {2}: Es ist kein Feld mit einzelnen Werten.',
  'An aggregation is sorted by at most … results.': 'Eine Auswertung wird nach höchstens {1} Ergebnissen sortiert.',
  '… builds this app. Remove them from the people who build it first.':
    '{1} baut an dieser App. Entferne die Person zuerst von denen, die an ihr bauen.',
  'The address "…" is taken. Choose another one.': 'Die Adresse „{1}“ ist vergeben. Wähle eine andere.',
  'The domain "…" is used by another app.': 'Die Domain „{1}“ wird von einer anderen App benutzt.',
  'You have … apps, and an account may have …. Delete some first.': 'Du hast {1} Apps, und ein Konto darf {2} haben. Lösche zuerst einige.',
  'An app may have … ideas at a time. Merge one or throw one away first.':
    'Eine App darf {1} Ideen gleichzeitig haben. Führe zuerst eine zusammen oder verwirf eine.',
  '… only in the app itself, not in an idea. Merge the idea first.':
    '{1} nur in der App selbst, nicht in einer Idee. Führe die Idee zuerst zusammen.',
  'These files changed in the app and in the idea: …. Choose which one to keep.':
    'Diese Dateien wurden in der App und in der Idee geändert: {1}. Wähle, welche bleibt.',
  'An app may have … builders besides its owner. Remove someone first.': 'An einer App dürfen {1} Personen mitbauen. Entferne zuerst eine.',
  'This invitation is for …. Log in with that address.': 'Diese Einladung ist für {1}. Melde dich mit dieser Adresse an.',
  'The project was not imported: ….': 'Das Projekt wurde nicht importiert: {1}.',
  '"…" is read-only. Change the table in the data browser, or ask for it in the chat.':
    '„{1}“ ist schreibgeschützt. Ändere die Tabelle in der Datenbank, oder wünsche es im Chat.',
  'The content … of … is missing.': 'Der Inhalt {1} von {2} fehlt.',
  'It has no rule for adding, changing and removing rows: "…" may, no one else.':
    'Sie hat keine Regel für das Hinzufügen, Ändern und Entfernen von Zeilen: „{1}“ darf es, sonst niemand.',
  'It has no rule for …: people do that with their own rows.': 'Sie hat keine Regel für {1}: Personen tun das mit ihren eigenen Zeilen.',
  'Its rule for "…" has parts that are not understood here, which let in no one but people who build the app: ….':
    'Ihre Regel für „{1}“ hat Teile, die hier nicht verstanden werden; sie lassen nur die ein, die an der App bauen: {2}.',
  'It has no rule for ….': 'Sie hat keine Regel für {1}.',
  'Its field "…" has rules of its own, and is no field here: "…" reads its rows, "…" writes them.':
    'Ihr Feld „{1}“ hat eigene Regeln und ist hier kein Feld: „{2}“ liest ihre Zeilen, „{3}“ schreibt sie.',
  'Its rows are added, changed and removed by "…" only: these have one permission here.':
    'Ihre Zeilen werden nur von „{1}“ hinzugefügt, geändert und entfernt: Das ist hier ein Recht.',
  'Its rule for "…" has no equal here, so only admins of the app may: ….':
    'Ihre Regel für „{1}“ hat hier keine Entsprechung, also dürfen es nur Admins der App: {2}.',
  'The file has more than … characters.': 'Die Datei hat mehr als {1} Zeichen.',
  'An app has at most … files, and these would be …. Leave out what it does not need.':
    'Eine App hat höchstens {1} Dateien, und das wären {2}. Lass weg, was sie nicht braucht.',
  'An app has at most … tables.': 'Eine App hat höchstens {1} Tabellen.',
  'The files of an app have at most … characters together.': 'Die Dateien einer App haben zusammen höchstens {1} Zeichen.',
  'Only admins may change the setting "…".': 'Nur Admins dürfen die Einstellung „{1}“ ändern.',
  'The properties of an app have at most … characters in all.': 'Die Eigenschaften einer App haben zusammen höchstens {1} Zeichen.',
  'The picture is too large: a data URL of at most … characters is allowed.':
    'Das Bild ist zu groß: Erlaubt ist eine Daten-URL mit höchstens {1} Zeichen.',
  'Your apps were published at … addresses, as many as an account may have. Keep the current one.':
    'Deine Apps wurden unter {1} Adressen veröffentlicht, so vielen, wie ein Konto haben darf. Behalte die jetzige.',
  'You have made … invitations today. Try again tomorrow.': 'Du hast heute {1} Einladungen gemacht. Versuch es morgen noch einmal.',
  'The address "…" is reserved. Choose another one.': 'Die Adresse „{1}“ ist reserviert. Wähle eine andere.',
  'Please log in to … first.': 'Bitte melde dich zuerst bei {1} an.',
  'You may not open … here.': 'Du darfst {1} hier nicht öffnen.',
  'This log-in link does not lead to ….': 'Dieser Anmeldelink führt nicht zu {1}.',
  '… does not accept sign-ups. Publish it and turn on its sign-up, then invite people.':
    '{1} nimmt keine Registrierungen an. Veröffentliche die App und schalte ihre Registrierung ein, dann lade Personen ein.',
  'An app keeps at most … characters for each person.': 'Eine App speichert höchstens {1} Zeichen je Person.',
  '… does not accept sign-ups.': '{1} nimmt keine Registrierungen an.',
  '… builds this app, and so has the role "admin" in it.': '{1} baut an dieser App und hat in ihr deshalb die Rolle „admin“.',
  'There is already a role "…".': 'Es gibt schon eine Rolle „{1}“.',
  'Every app has the role "…".': 'Jede App hat die Rolle „{1}“.',
  'Rules of … name the role "…". Change them first, or give people another role.':
    'Regeln von {1} nennen die Rolle „{2}“. Ändere sie zuerst, oder gib den Personen eine andere Rolle.',
  '"…" is no name of a role. Use at most 40 letters, digits, spaces, "-" and "_".':
    '„{1}“ ist kein Name einer Rolle. Verwende höchstens 40 Buchstaben, Ziffern, Leerzeichen, „-“ und „_“.',
  '"…" is said by the server, so the app cannot keep it. Use another name.':
    '„{1}“ sagt der Server, also kann die App es nicht speichern. Verwende einen anderen Namen.',
  '"…" is no name of a field. Leave out "." and "$".': '„{1}“ ist kein Name eines Felds. Lass „.“ und „$“ weg.',
  'Only admins of this app change "…" of a person.': 'Nur Admins dieser App ändern „{1}“ einer Person.',
  'This app has no role "…". Its roles are ….': 'Diese App hat keine Rolle „{1}“. Ihre Rollen sind {2}.',
  'It has …. Make it smaller, or upload it and use its address.':
    'Sie hat {1}. Mach sie kleiner, oder lade sie hoch und verwende ihre Adresse.',
  'It is larger than … bytes.': 'Sie ist größer als {1} Bytes.',
  'Its rule for "…" is nested more than … levels deep, and was left out: "…" reads its rows, "…" writes them.':
    'Ihre Regel für „{1}“ ist mehr als {2} Ebenen tief verschachtelt und wurde weggelassen: „{3}“ liest ihre Zeilen, „{4}“ schreibt sie.',
  'The field "…" has a name that tables do not have here, and was left out.':
    'Das Feld „{1}“ hat einen Namen, den es in Tabellen hier nicht gibt, und wurde weggelassen.',
  'The field "…" is nested more than … levels deep, and is a text.':
    'Das Feld „{1}“ ist mehr als {2} Ebenen tief verschachtelt und ist ein Text.',
  'The rules of its field "…" have parts that are not understood here, which let in no one but people who build the app: ….':
    'Die Regeln ihres Felds „{1}“ haben Teile, die hier nicht verstanden werden; sie lassen nur die ein, die an der App bauen: {2}.',
  'The rules of its field "…" are nested too deeply: people who build the app read and write it, no one else.':
    'Die Regeln ihres Felds „{1}“ sind zu tief verschachtelt: Wer an der App baut, liest und schreibt es, sonst niemand.',
  'The field "…" is a text: there is no type ….': 'Das Feld „{1}“ ist ein Text: Den Typ {2} gibt es nicht.',
  '… has the same name.': '{1} hat denselben Namen.',
  'Its fonts of Google Fonts are files of the app now: ….': 'Ihre Schriften von Google Fonts sind jetzt Dateien der App: {1}.',
  'Fonts of Google Fonts did not come along, because …: …. What loads them was left out. To load them from Google, write @import in a style element of a page, and allow fonts.googleapis.com and fonts.gstatic.com in the panel "Other servers".':
    'Schriften von Google Fonts kamen nicht mit, denn {1}: {2}. Was sie lädt, wurde weggelassen. Um sie von Google zu laden, schreib @import in ein Style-Element einer Seite, und erlaube fonts.googleapis.com und fonts.gstatic.com unter „Andere Server“.',
  'Style sheets, fonts and scripts that it loads were left out: …. For fonts, write @import in the style sheet of a page, and allow their servers in the panel "Other servers".':
    'Stylesheets, Schriften und Skripte, die sie lädt, wurden weggelassen: {1}. Schreib für Schriften @import in das Stylesheet einer Seite, und erlaube ihre Server unter „Andere Server“.',
  'Style sheets, fonts and plugins that it loads from elsewhere were left out: ….':
    'Stylesheets, Schriften und Plugins, die sie von anderswo lädt, wurden weggelassen: {1}.',
  'The table is called "…" here; code that says "…" reaches it, too.':
    'Die Tabelle heißt hier „{1}“; Code, der „{2}“ sagt, erreicht sie auch.',
  'You may view …, but not change it: in your preview, nothing is saved, sent or run. Ask one of its owners.':
    'Du darfst {1} ansehen, aber nicht ändern: In deiner Vorschau wird nichts gespeichert, gesendet oder ausgeführt. Frag, wem die App gehört.',
  'An invitation works for 1 to … days.': 'Eine Einladung gilt 1 bis {1} Tage.',
  'An invitation is for 1 to … people.': 'Eine Einladung ist für 1 bis {1} Personen.',
  '"…" is not an email address.': '„{1}“ ist keine E-Mail-Adresse.',
  'You may view …, but not change it. Ask one of its owners.': 'Du darfst {1} ansehen, aber nicht ändern. Frag, wem die App gehört.',
  'Only owners of … may do this.': 'Das darf nur, wem {1} gehört.',
  'The function "…" failed.': 'Die Funktion „{1}“ ist fehlgeschlagen.',
  'The server ended while the function "…" ran. It does not start again by itself, as it would repeat what it did before.':
    'Der Server endete, während die Funktion „{1}“ lief. Sie beginnt nicht von selbst wieder, denn sie würde wiederholen, was sie schon getan hat.',
  'Please log in to use "…".': 'Bitte melde dich an, um „{1}“ zu verwenden.',
  '"…" is no name of a server. Use one such as "api.example.com".':
    '„{1}“ ist kein Name eines Servers. Verwende einen wie „api.example.com“.',
  '"…" is no name. Use letters, digits and underscores, such as STRIPE_KEY.':
    '„{1}“ ist kein Name. Verwende Buchstaben, Ziffern und Unterstriche, etwa STRIPE_KEY.',
  'A value has 1 to … characters.': 'Ein Wert hat 1 bis {1} Zeichen.',
  'A form may have at most … parts.': 'Ein Formular darf höchstens {1} Teile haben.',
  'An app has at most … variables.': 'Eine App hat höchstens {1} Variablen.',
  'Changes of rows started "…" as often as they may in a minute.':
    'Änderungen von Zeilen haben „{1}“ so oft gestartet, wie sie es in einer Minute dürfen.',
  '… have no method "…" in functions.': '{1} haben in Funktionen keine Methode „{2}“.',
  '…() does not take this argument: ….': '{1}() nimmt dieses Argument nicht: {2}.',
  'Functions call one another at most … deep.': 'Funktionen rufen einander höchstens {1} tief auf.',
  'This page was opened at …, but BUILDER_URL is …. Log in there, or set BUILDER_URL to …, and RUNTIME_URL to one for the apps, and start Sayso again.':
    'Diese Seite wurde unter {1} geöffnet, aber BUILDER_URL ist {2}. Melde dich dort an, oder setze BUILDER_URL auf {3} und RUNTIME_URL auf eine Adresse für die Apps, und starte Sayso neu.',
  '"…" is not a page of Sayso. Name one, such as /home.': '„{1}“ ist keine Seite von Sayso. Nenne eine, etwa /home.',
  'A name has at most … characters.': 'Ein Name hat höchstens {1} Zeichen.',
  'This call came from … and was refused, since BUILDER_URL is …. Open Sayso there, or set BUILDER_URL to the address that browsers open.':
    'Dieser Aufruf kam von {1} und wurde abgelehnt, denn BUILDER_URL ist {2}. Öffne Sayso dort, oder setze BUILDER_URL auf die Adresse, die Browser öffnen.',
  'The body nests more than … levels deep.': 'Der Inhalt ist mehr als {1} Ebenen tief verschachtelt.',
  'An object in the body has more than … fields.': 'Ein Objekt im Inhalt hat mehr als {1} Felder.',
  '… was not found.': '{1} wurde nicht gefunden.',
  '…: at most …. Try again later, or ask the administrator of this server for more.':
    '{1}: höchstens {2}. Versuch es später noch einmal, oder bitte die Administration dieses Servers um mehr.',
  'The file "…" was not found.': 'Die Datei „{1}“ wurde nicht gefunden.',
  '`…` needs a list of filters.': '`{1}` braucht eine Liste von Filtern.',
  '`limit` must be from 1 to ….': '`limit` muss von 1 bis {1} sein.',
  // Inserted words.
  'a date such as 2026-01-31': 'ein Datum, etwa 2026-01-31,',
  'a date and time such as 2026-01-31T12:00:00Z': 'ein Datum mit Uhrzeit, etwa 2026-01-31T12:00:00Z,',
  'an email address': 'eine E-Mail-Adresse',
  'an address such as https://example.com': 'eine Adresse, etwa https://example.com,',
  'a number': 'eine Zahl',
  'a whole number': 'eine ganze Zahl',
  sum: 'Summe',
  average: 'Durchschnitt',
  minimum: 'Minimum',
  maximum: 'Maximum',
  'The app': 'Die App',
  'The row': 'Die Zeile',
  'The person': 'Die Person',
};
