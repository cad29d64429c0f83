import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'tableViews'> = {
  add: 'Als neue Ansicht speichern',
  changed: '{name} (geändert)',
  name: 'Name der Ansicht',
  plain: 'Alle Spalten und Zeilen',
  remove: '{name} löschen',
  removeWhy: 'Die Zeilen bleiben. Gelöscht wird nur diese Anordnung von Spalten, Sortierung und Filter.',
  rename: '{name} umbenennen',
  save: 'Änderungen an {name} speichern',
  title: 'Ansichten',
  yours: 'Deine Ansichten',
};
