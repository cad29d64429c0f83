import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'changes'> = {
  after: '{path}, danach',
  before: '{path}, davor',
  files: 'Geänderte Dateien',
  layout: 'Ansicht',
  linesAdded: '{count, plural, one {# Zeile hinzugefügt} other {# Zeilen hinzugefügt}}',
  linesRemoved: '{count, plural, one {# Zeile entfernt} other {# Zeilen entfernt}}',
  loading: 'Unterschiede werden geladen …',
  none: 'Keine Änderungen zwischen diesen Versionen',
  nothing: 'Vor der ersten Version',
  since: 'Von',
  split: 'Nebeneinander',
  status: {
    added: 'Hinzugefügt',
    deleted: 'Gelöscht',
    modified: 'Geändert',
  },
  title: 'Alle Änderungen',
  unchanged: '$ unveränderte Zeilen',
  unified: 'Untereinander',
  until: 'Bis',
};
