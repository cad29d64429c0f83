import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'tables'> = {
  add: 'Neue Tabelle',
  busy: 'Warte mit einer neuen Tabelle, bis der Chat fertig ist',
  column: 'Spalte {number, number}',
  create: 'Tabelle anlegen',
  firstColumn: 'Name',
  name: 'Name der Tabelle',
  removeColumn: 'Spalte {number, number} entfernen',
  savedAs: 'In deiner App heißt sie {name}.',
  typeOf: 'Typ von Spalte {number, number}',
};
