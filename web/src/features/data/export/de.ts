import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'export'> = {
  csv: 'CSV-Datei',
  done: '{count, plural, one {# Zeile exportiert} other {# Zeilen exportiert}}',
  failed: 'Die Zeilen konnten nicht exportiert werden. Versuche es noch einmal.',
  json: 'JSON-Datei',
  progress: '{done, number} von {total, number} Zeilen',
  rows: '{count, plural, one {# Zeile exportieren} other {# Zeilen exportieren}}',
  title: 'Zeilen exportieren',
  xlsx: 'Excel-Datei',
};
