import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'versions'> = {
  all: 'Alle',
  changes: 'Alle Änderungen',
  empty: {
    title: 'Noch keine Versionen',
    why: 'Jede Änderung deiner App legt eine an.',
  },
  giveName: 'Diese Version benennen',
  latest: 'Neueste',
  more: 'Mehr für {title}',
  name: 'Name der Version',
  noneStarred: {
    title: 'Keine markierten Versionen',
    why: 'Markiere eine Version, um sie wiederzufinden.',
  },
  older: 'Ältere Versionen anzeigen',
  shown: 'Gezeigte Versionen',
  since: 'Änderungen seit dieser Version',
  snapshots: {
    ask: 'Diese Zeilen wiederherstellen?',
    askDelete: 'Diese aufbewahrten Zeilen löschen?',
    asks: {
      draft: 'Die Zeilen der Vorschau werden, wie sie am {time} waren:',
      live: 'Die Zeilen der veröffentlichten App, die andere benutzen, werden, wie sie am {time} waren:',
    },
    before: 'Vor „{version}“',
    beforeRestore: 'Bevor Zeilen ersetzt wurden',
    deleteOf: 'Zeilen löschen: {title}',
    deleteWhy: 'Die Zeilen vom {time} lassen sich dann nicht mehr wiederherstellen. Die Zeilen der App bleiben, wie sie sind.',
    effect:
      '{table}: {count, plural, one {eine Zeile ersetzt} other {# Zeilen ersetzen}} die {present, plural, one {eine} other {#}} von jetzt',
    none: {
      title: 'Keine aufbewahrten Zeilen',
      why: 'Bevor geänderte Spalten Zeilen umwandeln, werden diese 30 Tage lang hier aufbewahrt.',
    },
    restoreOf: 'Zeilen wiederherstellen: {title}',
    sets: {
      draft: 'Vorschau',
      live: 'Veröffentlichte App',
    },
    tab: 'Zeilen',
    table: '{table}: {count, plural, one {eine Zeile} other {# Zeilen}}',
    tableGone: '{table}: {count, plural, one {eine Zeile} other {# Zeilen}}. Die App hat diese Tabelle zurzeit nicht.',
    title: 'Aufbewahrte Zeilen',
    undoable:
      'Zeilen, die wegfallen, bleiben im Papierkorb, und du kannst das rückgängig machen. Seither geänderte Spalten werden umgewandelt.',
  },
  star: '{title} markieren',
  starred: 'Markiert',
  title: 'Versionen',
};
