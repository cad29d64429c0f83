import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'chat'> = {
  action: {
    add_entity:
      '{state, select, done {<name>{what}</name> <verb>angelegt</verb>} wanted {<name>{what}</name> <verb>anlegen</verb>} other {<verb>Legt an:</verb> <name>{what}</name>}}',
    add_file:
      '{state, select, done {<name>{what}</name> <verb>geschrieben</verb>} wanted {<name>{what}</name> <verb>schreiben</verb>} other {<verb>Schreibt</verb> <name>{what}</name>}}',
    delete_file:
      '{state, select, done {<name>{what}</name> <verb>gelöscht</verb>} wanted {<name>{what}</name> <verb>löschen</verb>} other {<verb>Löscht</verb> <name>{what}</name>}}',
    delete_records:
      '{state, select, done {<verb>Zeilen gelöscht:</verb>} wanted {<verb>Zeilen löschen:</verb>} other {<verb>Löscht Zeilen:</verb>}} <name>{what}</name>',
    edit_entity:
      '{state, select, done {<name>{what}</name> <verb>geändert</verb>} wanted {<name>{what}</name> <verb>ändern</verb>} other {<verb>Ändert</verb> <name>{what}</name>}}',
    edit_file:
      '{state, select, done {<name>{what}</name> <verb>bearbeitet</verb>} wanted {<name>{what}</name> <verb>bearbeiten</verb>} other {<verb>Bearbeitet</verb> <name>{what}</name>}}',
    import_entities:
      '{state, select, done {<verb>Zeilen importiert:</verb>} wanted {<verb>Zeilen importieren:</verb>} other {<verb>Importiert Zeilen:</verb>}} <name>{what}</name>',
    insert_records:
      '{state, select, done {<verb>Zeilen hinzugefügt:</verb>} wanted {<verb>Zeilen hinzufügen:</verb>} other {<verb>Fügt Zeilen hinzu:</verb>}} <name>{what}</name>',
    other:
      '{state, select, done {<verb>Fertig:</verb>} wanted {<verb>Bearbeiten:</verb>} other {<verb>Arbeitet an:</verb>}} <name>{what}</name>',
    set_permissions:
      '{state, select, done {<verb>Zugriff geändert:</verb>} wanted {<verb>Zugriff ändern:</verb>} other {<verb>Ändert Zugriff:</verb>}} <name>{what}</name>',
  },
  allChanges: 'Alle Änderungen',
  assistant: 'Assistent',
  attached: '{count, plural, one {# Fehler angehängt} other {# Fehler angehängt}}',
  changes: '{count, plural, one {# Änderung} other {# Änderungen}}',
  choose: 'Wähle zuerst oben',
  confirm: {
    accept: 'Bestätigen',
    ask: 'Bitte bestätige:',
    askOne: 'Bitte bestätige: {what}',
    decline: 'Ablehnen',
    why: 'Deine App bleibt, wie sie ist, bis du wählst.',
  },
  copyMessage: 'Nachricht kopieren',
  cost: '{count} Token',
  costWithPrice: '{count} Token, {price}',
  currentVersion: 'Aktuelle Version',
  earlier: 'Frühere Nachrichten anzeigen',
  edit: {
    start: 'Bearbeiten und erneut senden',
    why: 'Beim Senden kehrt deine App zum Stand vor dieser Nachricht zurück, und alles danach wird ausgeblendet. Zeilen bleiben, wie sie sind.',
  },
  empty: {
    title: 'Beginne ein Gespräch',
    why: 'Wünsche dir neue Funktionen oder Änderungen an deiner App',
  },
  failed: 'Der Chat konnte nicht geladen werden',
  hint: {
    busy: 'Eingabetaste: nach dieser Antwort senden',
    enter: 'Eingabetaste zum Senden',
    full: 'Die Warteschlange ist voll: {max, number} Nachrichten',
    waiting: 'Gesendet wird erst, wenn du oben gewählt hast',
  },
  latest: 'Neueste',
  line: {
    cutOff: 'Abgebrochen',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    lines: '{count, plural, one {# Zeile} other {# Zeilen}}',
    notApplied: 'Nicht übernommen',
    notYetApplied: 'Noch nicht übernommen',
    rows: '{count, plural, one {# Zeile} other {# Zeilen}}',
    starting: 'Beginnt',
    tooLong: 'Zu lange Ausgabe, bitte den Chat fortzufahren',
  },
  lost: 'Verbindung verloren. Neuer Versuch …',
  message: 'Nachricht',
  placeholder: 'Was soll sich ändern?',
  queue: {
    add: 'Nach dieser Antwort senden',
    edit: '{message} bearbeiten',
    next: '{count, plural, one {Wird nach dieser Antwort gesendet} other {# Nachrichten, werden nacheinander gesendet}}',
    paused: 'Noch nicht gesendet',
    remove: '{message} entfernen',
    send: 'Jetzt senden',
    title: 'Wartende Nachrichten',
  },
  rateLimit: 'Zu viele Anfragen. Bitte versuche es später noch einmal.',
  reasoning: 'Überlegungen',
  send: 'Senden',
  sendFailed: 'Beim Senden deiner Nachricht ist ein Fehler aufgetreten.',
  sendOffline: 'Nicht gesendet: Der Server ist nicht erreichbar.',
  stop: 'Anhalten',
  table: 'Tabelle {name}',
  thinking: 'Denkt nach',
  title: 'Chat',
  turn: {
    applying: 'Deine App wird zusammengesetzt',
    continue: 'Weitermachen',
    failed: 'Fehlgeschlagen, nichts wurde geändert',
    nothingLost: 'Nichts ist verloren. Der Assistent macht dort weiter, wo er aufgehört hat.',
    reading: 'Liest deine Anfrage',
    retry: 'Neu starten',
    starting: 'Beginnt',
    stopped: 'Angehalten',
    stoppedWhy: 'Angehalten. Deine App wurde nicht geändert.',
    tooLong: 'Die Ausgabe war zu lang für einen Durchgang',
    waiting: 'Wartet auf das Sprachmodell',
  },
  usage: '{prompt, number} Eingabe, {completion, number} Ausgabe · {model}',
  usageOfVersion: '{prompt, number} Eingabe, {completion, number} Ausgabe · {model} · Version {version}',
  viewing: 'Wird angezeigt',
  viewVersion: 'Diese Version ansehen',
  you: 'Du',
};
