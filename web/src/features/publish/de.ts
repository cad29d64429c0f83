import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'publish'> = {
  address: 'Adresse',
  audience: {
    everyone: '{table}: Wer den Link hat, sieht und ändert alle Zeilen.',
    failed: 'Wer was darf, konnte nicht geladen werden.',
    onlyYou: '{table}: Nur du siehst und änderst sie.',
    own: '{table}: Registrierte fügen Zeilen hinzu, alle sehen und ändern nur die eigenen.',
    readAdd:
      '{table}: {read, select, anyone {Wer den Link hat, sieht} admin {Nur du siehst} other {Niemand sieht}} sie; {write, select, anonymous {wer den Link hat, kann} admin {nur du kannst} other {niemand kann}} Zeilen hinzufügen.',
    readAddOwn:
      '{table}: {read, select, anyone {Wer den Link hat, sieht} admin {Nur du siehst} other {Niemand sieht}} sie; Registrierte fügen Zeilen hinzu und ändern die eigenen.',
    readOwn:
      '{table}: {write, select, anonymous {Wer den Link hat, kann} all {Registrierte können} admin {Nur du kannst} other {Niemand kann}} Zeilen hinzufügen; Registrierte sehen nur die eigenen.',
    title: 'Wer darf was',
    writeAll:
      '{table}: {read, select, anyone {Wer den Link hat, sieht} admin {Nur du siehst} other {Niemand sieht}} sie; Registrierte können alle Zeilen ändern.',
  },
  changeAddress: 'Adresse ändern',
  keepLive: 'Live lassen',
  liveTitle: 'Deine App ist live',
  outdated: 'Deine letzten Änderungen sind noch nicht veröffentlicht.',
  publish: 'Veröffentlichen',
  publishTitle: 'App veröffentlichen',
  publishWhy: 'Wer den Link hat, kann sie öffnen.',
  rows: {
    copy: 'Zeilen aus der Vorschau kopieren',
    done: 'Die Zeilen der Vorschau sind live.',
    empty: 'Die veröffentlichte App hat noch keine Zeilen',
    emptyWhy: 'Zeilen der Vorschau sind erst zu sehen, wenn du sie kopierst:',
    progress: 'Zeilen werden kopiert: {percent} %',
    table: '{table}: {count, plural, one {# Zeile} other {# Zeilen}}',
    with: 'Mit den Zeilen der Vorschau starten',
    withWhy: 'Sonst startet die veröffentlichte App leer. Die Vorschau behält ihre Zeilen:',
  },
  saveAddress: 'Adresse speichern',
  share: 'Teilen',
  signup: {
    closed: 'Niemand kann ein neues Konto anlegen. Wer schon eines hat, behält es.',
    label: 'Registrierung erlauben',
    needed: 'Niemand kann ein neues Konto anlegen und nutzen, was eines braucht. Wer schon eines hat, behält es.',
    open: 'Wer den Link hat, kann in deiner App ein Konto anlegen. Diese Konten nutzen die App und sehen den Builder nicht.',
  },
  slug: {
    characters: 'Verwende nur Kleinbuchstaben, Ziffern und Bindestriche.',
    ends: 'Beginne und ende mit einem Buchstaben oder einer Ziffer.',
    length: 'Verwende 3 bis 40 Zeichen.',
  },
  unpublish: 'Veröffentlichung beenden',
  unpublished: 'Nicht mehr veröffentlicht',
  unpublishTitle: 'Veröffentlichung beenden?',
  unpublishWhy:
    'Deine App ist dann nicht mehr unter {url} erreichbar. Die App und ihre Daten bleiben, und du kannst sie wieder veröffentlichen.',
  update: 'Aktualisieren',
  upToDate: 'Auf dem neuesten Stand.',
  upToDateSince: 'Auf dem neuesten Stand, veröffentlicht {time}.',
  uploads: {
    closed: 'Nur wer angemeldet ist, kann in deiner App Dateien hochladen.',
    label: 'Besucher dürfen Dateien hochladen',
    open: 'Wer den Link hat, kann in deiner App Dateien hochladen, auch ohne Konto.',
  },
  without:
    'Ohne {names} veröffentlicht: was es braucht, geht nicht. Veröffentliche noch einmal, sobald es da ist, oder bitte den Assistenten, ohne es auszukommen.',
  withoutHere: 'Ohne {names} veröffentlicht, das inzwischen da ist. Veröffentliche noch einmal, um es mitzunehmen.',
};
