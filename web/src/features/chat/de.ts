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
  quota: {
    day: 'Heute noch {left, number} von {limit, number} Nachrichten',
    dayReached:
      'Du hast dein Tageslimit von {limit, number} Nachrichten erreicht. Bitte versuche es morgen noch einmal oder wechsle zu einem bezahlten Tarif, um das Tageslimit aufzuheben.',
    month: 'Diesen Monat noch {left, number} von {limit, number} Nachrichten',
    monthReached: 'Du hast dein Limit an Nachrichten erreicht. Wechsle zu einem größeren Tarif, um weiterzumachen.',
  },
  rateLimit: 'Zu viele Anfragen. Bitte versuche es später noch einmal.',
  reasoning: 'Überlegungen',
  review: {
    andMore: '{names} und {count, number} weitere',
    ask: 'Aus {file} ist etwas verschwunden, um das ich nicht gebeten habe. {what}. Bitte bring es zurück und ändere sonst nichts. In Zeile {line} stand: {text}',
    back: '{way, select, place {Zurückgeholt} file {Zurückgeholt, mit ganz {file} wie zuvor} stands {Es ist wieder da} other {Der Assistent soll es zurückholen}}',
    bringBack: 'Zurückholen',
    bringBackNamed: 'Zurückholen: {what}',
    changed: 'Was sich geändert hat',
    gone: {
      call: 'Hier geschieht {name} nicht mehr',
      component: 'Die Komponente {name} ist weg',
      export: 'Die Funktion {name} ist weg',
      field: 'Das Feld {name} der Tabelle {table} ist weg',
      handler: '„{name}“ ist weg oder tut nichts mehr',
      input: 'Das Feld {name} ist von der Seite verschwunden',
      link: 'Der Link zu {name} ist weg',
      page: 'Die Seite {name} ist weg',
      service: 'Der Dienst {name} ist weg',
      table: 'Die Tabelle {name} ist weg',
      view: 'Eine Ansicht der Tabelle {name} ist weg',
    },
    line: {
      component:
        '{count, plural, one {Komponente} other {Komponenten}} {names} {change, select, added {hinzugefügt} removed {entfernt} other {geändert}}',
      field:
        '{count, plural, one {Feld} other {Felder}} {names} {change, select, added {zur Tabelle {table} hinzugefügt} removed {aus der Tabelle {table} entfernt} other {in der Tabelle {table} geändert}}',
      layout: 'Rahmen um alle Seiten {change, select, added {hinzugefügt} removed {entfernt} other {geändert}}',
      page: '{count, plural, one {Seite} other {Seiten}} {names} {change, select, added {hinzugefügt} removed {entfernt} other {geändert}}',
      permission: 'Geändert, wer {count, plural, one {die Tabelle} other {die Tabellen}} {names} sehen und ändern darf',
      service:
        '{count, plural, one {Dienst} other {Dienste}} {names} {change, select, added {hinzugefügt} removed {entfernt} other {geändert}}',
      style: 'Farben und Stile {change, select, added {festgelegt} removed {entfernt} other {geändert}}',
      table:
        '{count, plural, one {Tabelle} other {Tabellen}} {names} {change, select, added {hinzugefügt} removed {entfernt} other {geändert}}',
    },
    lost: 'Weg, obwohl du nicht darum gebeten hast',
    moreLines: '{count, plural, one {# weitere Änderung} other {# weitere Änderungen}}',
    moreLost: '{count, plural, one {# weiteres ist weg} other {# weitere sind weg}}',
    place: '{file}, Zeile {line, number}',
    showMore: '{isFirst, select, yes {{count, number} zeigen} other {{count, number} weitere zeigen}}',
  },
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
