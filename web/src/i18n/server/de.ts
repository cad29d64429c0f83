import { inserted } from './de-inserted.ts';

/** German of the server's sentences, by the English one; of those with inserted values by their fixed words. */
export const server: Readonly<Record<string, string>> = {
  ...inserted,
  '`fields` must be an object.': '`fields` muss ein Objekt sein.',
  'The server refuses WebSockets of pages whose address is not BUILDER_URL, or whose Host or Origin a proxy changes: set BUILDER_URL to the address that browsers open, and pass both headers on.':
    'Der Server lehnt WebSockets von Seiten ab, deren Adresse nicht BUILDER_URL ist oder deren Host oder Origin ein Proxy ändert: Setze BUILDER_URL auf die Adresse, die Browser öffnen, und reiche beide Header weiter.',
  'The server refuses WebSockets, because one network address holds SOCKETS_PER_ADDRESS of them: raise it, or set TRUST_PROXY, so that people behind a proxy are told apart.':
    'Der Server lehnt WebSockets ab, weil eine Netzwerkadresse SOCKETS_PER_ADDRESS davon offen hält: Erhöhe den Wert, oder setze TRUST_PROXY, damit Personen hinter einem Proxy unterschieden werden.',
  'The server refuses WebSockets of apps, because one network address holds LIVE_SOCKETS_PER_ADDRESS of them: raise it, or set TRUST_PROXY, so that people behind a proxy are told apart.':
    'Der Server lehnt WebSockets von Apps ab, weil eine Netzwerkadresse LIVE_SOCKETS_PER_ADDRESS davon offen hält: Erhöhe den Wert, oder setze TRUST_PROXY, damit Personen hinter einem Proxy unterschieden werden.',
  'A habit tracker with name, frequency and streak': 'Ein Tracker für Gewohnheiten mit Name, Häufigkeit und Serie',
  'A CRM for my photography studio: clients, shoots and invoices': 'Ein CRM für mein Fotostudio: Kunden, Aufnahmen und Rechnungen',
  'A landing page that collects newsletter sign-ups': 'Eine Landingpage, die Anmeldungen zum Newsletter sammelt',
  'A recipe book with ingredients, cooking time and a rating': 'Ein Rezeptbuch mit Zutaten, Kochzeit und Bewertung',
  'An expense tracker with categories and a monthly chart': 'Ein Haushaltsbuch mit Kategorien und Monatsdiagramm',
  'A booking page for my yoga classes': 'Eine Buchungsseite für meine Yogakurse',
  'Lessons, teachers and pupils': 'Unterrichtsstunden, Lehrer und Schüler',
  'The code of the function has changed since it was shown. Look at what it wants again, then allow it.':
    'Der Code der Funktion hat sich geändert, seit er angezeigt wurde. Sieh noch einmal an, was sie möchte, und erlaube es dann.',
  'An admin cannot be disabled.': 'Ein Admin kann nicht gesperrt werden.',
  'An administrator removed it.': 'Ein Admin hat es entfernt.',
  'An admin may always build.': 'Ein Admin darf immer bauen.',
  'An error occurred while processing your request please try again later.':
    'Beim Verarbeiten deiner Anfrage ist ein Fehler aufgetreten. Bitte versuche es später noch einmal.',
  'This is the preview of an older version: in it, nothing is saved, sent or run. Switch to the latest version, or restore this one.':
    'Das ist die Vorschau einer älteren Version: In ihr wird nichts gespeichert, gesendet oder ausgeführt. Wechsle zur neuesten Version oder stelle diese wieder her.',
  'A preview gives no roles. Invite people with one in the published app.':
    'Eine Vorschau vergibt keine Rollen. Lade Personen mit einer Rolle in der veröffentlichten App ein.',
  'This table was changed since. Look at its rules again, then change them.':
    'Diese Tabelle wurde inzwischen geändert. Sieh dir ihre Regeln noch einmal an und ändere sie dann.',
  'Fields are not deleted, rows are. Set who may delete rows of the table.':
    'Gelöscht werden Zeilen, nicht Felder. Lege fest, wer Zeilen der Tabelle löschen darf.',
  'The rule is malformed. Choose who it is for again.': 'Die Regel ist fehlerhaft. Wähle noch einmal aus, für wen sie gilt.',
  'Accounts have no picture.': 'Konten haben kein Bild.',
  'Error resetting password!': 'Das Passwort konnte nicht zurückgesetzt werden!',
  'File not found. Remove it from the message, and attach it again.':
    'Datei nicht gefunden. Entferne sie aus der Nachricht und hänge sie noch einmal an.',
  'A file of the message has no address. Send it with a "url".': 'Eine Datei der Nachricht hat keine Adresse. Sende sie mit einer „url“.',
  'A data URL of the message is malformed. Encode its file in Base64.':
    'Eine Data-URL der Nachricht ist fehlerhaft. Kodiere ihre Datei in Base64.',
  'The answer is still being written, but no longer sent on this connection. Resume the stream to read it.':
    'Die Antwort wird noch geschrieben, aber nicht mehr über diese Verbindung gesendet. Setze den Stream fort, um sie zu lesen.',
  'This was not carried out.': 'Das wurde nicht ausgeführt.',
  'File size to large': 'Die Datei ist zu groß',
  'The language model takes no pictures. Remove them from your message, or ask an admin to choose a model that does.':
    'Das Sprachmodell nimmt keine Bilder an. Entferne sie aus deiner Nachricht, oder bitte einen Admin, ein Modell zu wählen, das es tut.',
  'Give the template a title.': 'Gib der Vorlage einen Titel.',
  'Say what the idea is.': 'Sag, was die Idee ist.',
  'This app has nothing to share yet.': 'Diese App hat noch nichts zum Teilen.',
  'Share the app itself: this is an idea of it.': 'Teile die App selbst: Das hier ist eine Idee von ihr.',
  'The rows are larger than 5 MB. Share the template without rows.': 'Die Zeilen sind größer als 5 MB. Teile die Vorlage ohne Zeilen.',
  'The rows of this app are being converted. Try again in a moment.':
    'Die Zeilen dieser App werden gerade umgewandelt. Versuche es gleich noch einmal.',
  'The project was not imported: it is no zip and no git bundle, or it is damaged.':
    'Das Projekt wurde nicht importiert: Es ist weder Zip noch Git-Bundle, oder es ist beschädigt.',
  'The project was not imported: it is made with Next.js, whose pages run on a server of their own. Projects of Vite with React come along.':
    'Das Projekt wurde nicht importiert: Es ist mit Next.js gemacht, dessen Seiten auf einem eigenen Server laufen. Projekte mit Vite und React kommen mit.',
  'It uses rows as the app for every caller: allow that in the panel "Functions".':
    'Sie nutzt Zeilen als die App, für alle, die sie aufrufen: Erlaube das im Bereich „Funktionen“.',
  'Windows has no files of this name.': 'Windows hat keine Dateien mit diesem Namen.',
  'The project was not imported: the git bundle is damaged.': 'Das Projekt wurde nicht importiert: Das Git-Bundle ist beschädigt.',
  'Give your app a name.': 'Gib deiner App einen Namen.',
  'Invalid email or password': 'E-Mail-Adresse oder Passwort ist falsch',
  'Link invalid, try to reset your password again.': 'Der Link ist ungültig. Setze dein Passwort noch einmal zurück.',
  'No mail server is connected. Set SMTP_URL first.': 'Es ist kein Mailserver verbunden. Setze zuerst SMTP_URL.',
  'Only an admin can let you build here.': 'Nur ein Admin kann dir erlauben, hier zu bauen.',
  'Only admins may edit code. Ask for the change in the chat.': 'Nur Admins dürfen Code bearbeiten. Bitte im Chat um die Änderung.',
  'Password is too weak, please try again.': 'Das Passwort ist zu schwach. Versuche ein anderes.',
  'Please log in first.': 'Bitte melde dich zuerst an.',
  'You have reached your builder chat messages limit. Please upgrade your plan to continue.':
    'Du hast dein Limit an Nachrichten erreicht. Wechsle zu einem größeren Tarif, um weiterzumachen.',
  'Rate limit exceeded. Please try again later.': 'Zu viele Anfragen. Bitte versuche es später noch einmal.',
  'The message belongs to another version. Send the one that made this version, or none.':
    'Die Nachricht gehört zu einer anderen Version. Sende die, aus der diese Version entstanden ist, oder keine.',
  'Someone else is signing up as the first account. Try again in a minute.':
    'Jemand anderes registriert gerade das erste Konto. Versuche es in einer Minute noch einmal.',
  'Something went wrong in creating account, try again later or contact us.':
    'Beim Anlegen des Kontos ist etwas schiefgegangen. Versuche es später noch einmal oder melde dich bei uns.',
  'Something went wrong sending password reset email. Please try again later or contact support.':
    'Die E-Mail zum Zurücksetzen des Passworts konnte nicht gesendet werden. Bitte versuche es später noch einmal oder wende dich an den Support.',
  'Something went wrong when confirming email change. Please try again later or contact support.':
    'Beim Bestätigen der neuen E-Mail-Adresse ist etwas schiefgegangen. Bitte versuche es später noch einmal oder wende dich an den Support.',
  'The app has changed in the meantime. Load the latest version and try again.':
    'Die App hat sich inzwischen geändert. Lade die neueste Version und versuche es noch einmal.',
  'The app has changed in the meantime. Look at the latest version, then bring it back.':
    'Die App hat sich inzwischen geändert. Sieh dir die neueste Version an und hol es dann zurück.',
  'The package has changed since it was shown. Look at what it asks for now.':
    'Das Paket hat sich geändert, seit es gezeigt wurde. Sieh dir an, was es jetzt verlangt.',
  'The app was not found.': 'Die App wurde nicht gefunden.',
  'The account was not found.': 'Das Konto wurde nicht gefunden.',
  'The invitation was not found.': 'Die Einladung wurde nicht gefunden.',
  'The mail was not found.': 'Die E-Mail wurde nicht gefunden.',
  'The message was not found.': 'Die Nachricht wurde nicht gefunden.',
  'The template was not found.': 'Die Vorlage wurde nicht gefunden.',
  'The turn was not found.': 'Die Nachricht wurde nicht gefunden.',
  'The version was not found.': 'Die Version wurde nicht gefunden.',
  'The email is too long.': 'Die E-Mail-Adresse ist zu lang.',
  'The endpoint, the key or the name of the model is too long.': 'Der Endpunkt, der Schlüssel oder der Name des Modells ist zu lang.',
  'The language model answered with nothing. Try again, or ask in other words.':
    'Das Sprachmodell hat nichts geantwortet. Versuche es noch einmal oder frage mit anderen Worten.',
  'The language model answered with nothing. Your app did not change. Try again, or ask in other words.':
    'Das Sprachmodell hat nichts geantwortet. Deine App hat sich nicht geändert. Versuche es noch einmal oder frage mit anderen Worten.',
  'The language model broke off in the middle of its answer.': 'Das Sprachmodell hat mitten in der Antwort abgebrochen.',
  'The language model cannot be reached. Try again in a moment. An admin of this installation can check its endpoint in the settings.':
    'Das Sprachmodell ist nicht erreichbar. Versuche es gleich noch einmal. Ein Admin dieser Installation kann den Endpunkt in den Einstellungen prüfen.',
  'The language model does not accept its key. An admin of this installation can enter another one in the settings.':
    'Das Sprachmodell nimmt seinen Schlüssel nicht an. Ein Admin dieser Installation kann in den Einstellungen einen anderen eingeben.',
  'The language model is getting too many requests at the moment. Try again in a minute.':
    'Das Sprachmodell bekommt gerade zu viele Anfragen. Versuche es in einer Minute noch einmal.',
  'The language model is not working at the moment. Try again in a minute.':
    'Das Sprachmodell arbeitet gerade nicht. Versuche es in einer Minute noch einmal.',
  'The language model refused the request. An admin of this installation can test the model in the settings.':
    'Das Sprachmodell hat die Anfrage abgelehnt. Ein Admin dieser Installation kann das Modell in den Einstellungen testen.',
  'The language model refused to answer this. Nothing was changed: try it in other words.':
    'Das Sprachmodell will das nicht beantworten. Nichts wurde geändert: Versuche es mit anderen Worten.',
  'The language model thought about it, but wrote no answer. Try again, or ask in other words.':
    'Das Sprachmodell hat nachgedacht, aber nichts geantwortet. Versuche es noch einmal oder frage mit anderen Worten.',
  'The language model thought about it, but wrote no answer. Your app did not change. Try again, or ask in other words.':
    'Das Sprachmodell hat nachgedacht, aber nichts geantwortet. Deine App hat sich nicht geändert. Versuche es noch einmal oder frage mit anderen Worten.',
  'The language model used up its whole answer by thinking. Your app did not change. Try again, or ask in other words.':
    'Das Sprachmodell hat seine ganze Antwort mit Nachdenken verbraucht. Deine App hat sich nicht geändert. Versuche es noch einmal oder frage mit anderen Worten.',
  'The credit for the language model is used up. An admin of this installation can add credit, or choose another model in the settings.':
    'Das Guthaben für das Sprachmodell ist aufgebraucht. Ein Admin dieser Installation kann Guthaben aufladen oder in den Einstellungen ein anderes Modell wählen.',
  'The name of an app has at most 100 characters.': 'Der Name einer App hat höchstens 100 Zeichen.',
  'This app is still empty. Describe it in the chat first.': 'Diese App ist noch leer. Beschreibe sie zuerst im Chat.',
  'This code is invalid or has expired. Ask for a new one.': 'Dieser Code ist ungültig oder abgelaufen. Fordere einen neuen an.',
  'Too many codes were tried for this email. Ask for a new one in an hour.':
    'Für diese E-Mail-Adresse wurden zu viele Codes versucht. Fordere in einer Stunde einen neuen an.',
  'Log in again to change your email: your last log-in was too long ago.':
    'Melde dich noch einmal an, um deine E-Mail-Adresse zu ändern: Deine letzte Anmeldung ist zu lange her.',
  'A preview is always yours: log in with your own email, or as another person in the published app.':
    'Eine Vorschau gehört immer dir: Melde dich mit deiner eigenen E-Mail-Adresse an, oder als eine andere Person in der veröffentlichten App.',
  'This email is already in use': 'Diese E-Mail-Adresse wird schon verwendet',
  'This email is already in use, try logging in': 'Diese E-Mail-Adresse wird schon verwendet, melde dich an',
  'This email is invalid': 'Diese E-Mail-Adresse ist ungültig',
  'The account that started this was disabled or removed, so it was not done.':
    'Das Konto, das dies begonnen hat, wurde gesperrt oder entfernt. Deshalb wurde es nicht ausgeführt.',
  'This invitation no longer works. Ask for a new one.': 'Diese Einladung gilt nicht mehr. Bitte um eine neue.',
  'This log-in link has expired. Please log in again.': 'Dieser Link zum Anmelden ist abgelaufen. Bitte melde dich noch einmal an.',
  'This password is too weak': 'Dieses Passwort ist zu schwach',
  'Too many login attempts, try again later': 'Zu viele Anmeldeversuche, versuche es später noch einmal',
  'User is disabled, contact us for more info': 'Das Konto ist gesperrt, melde dich bei uns für Näheres',
  'User not found or disabled.': 'Konto nicht gefunden oder gesperrt.',
  'We sent several links to this address already. Try again in an hour.':
    'Wir haben schon mehrere Links an diese Adresse gesendet. Versuche es in einer Stunde noch einmal.',
  'You may not do this.': 'Das darfst du nicht.',
  'You need an invitation to build apps here.': 'Du brauchst eine Einladung, um hier Apps zu bauen.',
  'Your log-in has expired. Please log in again.': 'Deine Anmeldung ist abgelaufen. Bitte melde dich noch einmal an.',
  'Your message and your app are too long for this language model. Send a shorter message. An admin of this installation can choose a model that reads more.':
    'Deine Nachricht und deine App sind zu lang für dieses Sprachmodell. Schreibe eine kürzere Nachricht. Ein Admin dieser Installation kann ein Modell wählen, das mehr liest.',
  "You're viewing an older version. Switch to latest version before you send a message.":
    'Du siehst eine ältere Version. Wechsle zur neuesten Version, bevor du eine Nachricht sendest.',
  'An admin connects one in the settings, under Language model: any OpenAI-compatible endpoint, such as Ollama or OpenRouter. OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL in the environment do the same.':
    'Ein Admin verbindet eines in den Einstellungen unter Sprachmodell: jeden OpenAI-kompatiblen Endpunkt, etwa Ollama oder OpenRouter. OPENAI_API_KEY, OPENAI_BASE_URL und OPENAI_MODEL in der Umgebung bewirken dasselbe.',
  'Demo assistant': 'Demo-Assistent',
  // Titles and descriptions of the templates.
  Blog: 'Blog',
  'Posts with tags, drafts that only you see, and comments that appear once you approve them.':
    'Beiträge mit Schlagwörtern, Entwürfe, die nur du siehst, und Kommentare, die nach deiner Freigabe erscheinen.',
  Bookings: 'Buchungen',
  'A public page where people pick a service, a person and a free time, and a calendar where you confirm them.':
    'Eine öffentliche Seite für Leistung, Person und freien Termin und ein Kalender, in dem du bestätigst.',
  Club: 'Verein',
  'Members and their fees, events with attendance, and a noticeboard that everyone can read.':
    'Mitglieder und Beiträge, Termine mit Anwesenheit und ein Schwarzes Brett, das alle lesen können.',
  CRM: 'CRM',
  'Contacts, companies, a pipeline of deals with a forecast, and the follow-ups that are due today.':
    'Kontakte, Firmen, eine Pipeline mit Prognose und die Rückrufe, die heute anstehen.',
  'Event with RSVP': 'Event mit Zusagen',
  'The page of one event with its place, time and programme; guests reply without an account, and you see who comes and what they eat.':
    'Die Seite für ein Event mit Ort, Zeit und Programm; Gäste antworten ohne Konto, und du siehst, wer kommt und was sie essen.',
  Expenses: 'Ausgaben',
  'What was spent, on what and when: totals of the month, categories and a chart.':
    'Was wann wofür ausgegeben wurde: Monatssummen, Kategorien und ein Diagramm.',
  'Help desk': 'Helpdesk',
  'A public page with answers and a form for questions, and a desk where agents reply, assign and solve.':
    'Eine öffentliche Seite mit Antworten und Fragenformular und ein Arbeitsplatz, an dem das Team antwortet, zuweist und löst.',
  Inventory: 'Lager',
  'Stock that movements in and out explain, minimum levels, suppliers, and a list of what to order.':
    'Bestände mit Zu- und Abgängen, Mindestmengen, Lieferanten und eine Bestellliste.',
  Invoices: 'Rechnungen',
  'Customers and invoices with line items, tax and due dates; what is outstanding and overdue, and a page to print.':
    'Kunden und Rechnungen mit Positionen, Steuer und Fälligkeit; was offen und überfällig ist, und eine Druckansicht.',
  'Landing page': 'Landingpage',
  'A page for one product: what it does, what it costs, common questions, and a waiting list that only you read.':
    'Eine Seite für ein Produkt: was es kann, was es kostet, häufige Fragen und eine Warteliste, die nur du liest.',
  Poll: 'Abstimmung',
  'Questions to vote on without an account, with results that move while people vote.':
    'Fragen zum Abstimmen ohne Konto, mit Ergebnissen, die sich live bewegen.',
  Portfolio: 'Portfolio',
  'Your work with pictures and a page for each project, what you offer, who you are, and a contact form whose messages only you read.':
    'Deine Arbeiten mit Bildern und einer Seite je Projekt, dein Angebot, wer du bist, und ein Kontaktformular, das nur du liest.',
  Recipes: 'Rezepte',
  'A cookbook with pictures: servings that scale, steps to follow, tags to find them by, and a shopping list.':
    'Ein Kochbuch mit Bildern: anpassbare Portionen, Schritte, Schlagwörter und eine Einkaufsliste.',
  Survey: 'Umfrage',
  'Questions of several kinds on a public page; people answer without an account, and you see the results as bars and averages.':
    'Verschiedene Fragen auf einer öffentlichen Seite; alle antworten ohne Konto, und du siehst die Ergebnisse als Balken und Mittelwerte.',
  'Todo board': 'Aufgabenboard',
  'Tasks on a board from idea to done, with due dates, priorities and a checklist for each.':
    'Aufgaben auf einem Board von der Idee bis erledigt, mit Terminen, Prioritäten und Checklisten.',
  'Workout log': 'Trainingstagebuch',
  'Workouts with their sets, the volume of each week, personal records and the muscles trained, for each person alone.':
    'Trainings mit Sätzen, Wochenvolumen, Bestleistungen und trainierten Muskeln, für jede Person allein.',
  'You have used the functions of this app as often as it allows in a day. Please try again tomorrow.':
    'Du hast die Funktionen dieser App so oft benutzt, wie sie es an einem Tag erlaubt. Versuch es morgen noch einmal.',
  'The functions of this app ran as often today as they may. Please try again tomorrow.':
    'Die Funktionen dieser App sind heute so oft gelaufen, wie sie dürfen. Versuch es morgen noch einmal.',
  'The functions of all apps of this owner ran as often today as they may. Please try again tomorrow.':
    'Die Funktionen aller Apps dieses Besitzers sind heute so oft gelaufen, wie sie dürfen. Versuch es morgen noch einmal.',
  'As many mails were sent today as all apps of this owner may send in a day. Please try again tomorrow.':
    'Alle Apps dieses Besitzers haben heute so viele E-Mails gesendet, wie sie an einem Tag dürfen. Versuch es morgen noch einmal.',
  'This address got as many mails today as apps may send it in a day. Please try again tomorrow.':
    'Diese Adresse hat heute so viele E-Mails bekommen, wie Apps ihr an einem Tag senden dürfen. Versuch es morgen noch einmal.',
  'As many mails were sent today as this server sends in a day. Please try again tomorrow.':
    'Dieser Server hat heute so viele E-Mails gesendet, wie er an einem Tag sendet. Versuch es morgen noch einmal.',
  'You have made as many apps today as an account may make in a day. Please try again tomorrow.':
    'Du hast heute so viele Apps angelegt, wie ein Konto an einem Tag anlegen darf. Versuch es morgen noch einmal.',
  'As many ideas were begun today as an account may have in a day. Please try again tomorrow.':
    'Heute wurden so viele Ideen begonnen, wie ein Konto an einem Tag haben darf. Versuch es morgen noch einmal.',
  'Your apps were published at as many new addresses today as an account may have in a day. Please try again tomorrow.':
    'Deine Apps wurden heute unter so vielen neuen Adressen veröffentlicht, wie ein Konto an einem Tag haben darf. Versuch es morgen noch einmal.',
  'This address got as many invitations today as it may get in a day. Copy a link instead, or try again tomorrow.':
    'Diese Adresse hat heute so viele Einladungen bekommen, wie sie an einem Tag bekommen darf. Kopiere stattdessen einen Link, oder versuch es morgen noch einmal.',
};
