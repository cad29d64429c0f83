import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'copy'> = {
  copied: 'Kopiert',
  copy: 'Zeilen kopieren',
  done: { draft: 'Die Zeilen der Live-App sind in der Vorschau.', live: 'Die Zeilen der Vorschau sind live.' },
  nothing: 'Es gibt keine Zeilen zum Kopieren.',
  open: { draft: 'Aus Live kopieren', live: 'Aus Vorschau kopieren' },
  progress: 'Zeilen werden kopiert: {percent} %',
  replace: 'Zeilen ersetzen',
  replaced: 'Ersetzt',
  rows: '{count, plural, =0 {keine Zeilen} one {# Zeile} other {# Zeilen}}',
  table: 'Tabelle',
  title: { draft: 'Live-Zeilen in die Vorschau kopieren?', live: 'Zeilen der Vorschau in die Live-App kopieren?' },
  trash: {
    draft: 'Zeilen der Vorschau, die entfernt oder ersetzt werden, kommen in den Papierkorb.',
    live: 'Zeilen der Live-App, die entfernt oder ersetzt werden, kommen in den Papierkorb.',
  },
  why: {
    draft: 'Die Vorschau bekommt die Zeilen der Live-App. Die Live-App bleibt, wie sie ist.',
    live: 'Alle, die deine App nutzen, sehen diese Zeilen sofort. Die Vorschau bleibt, wie sie ist.',
  },
};
