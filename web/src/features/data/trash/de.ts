import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'trash'> = {
  open: 'Papierkorb',
  title: 'Gelöschte Zeilen von {table}',
  why: 'Gelöschte und ersetzte Zeilen bleiben eine Weile hier. Wiederhergestellte Zeilen behalten ID, Zeit und Urheber.',
  empty: 'Der Papierkorb ist leer',
  emptyWhy: 'Zeilen, die du, der Assistent oder Nutzer der App löschen, lassen sich hier wiederherstellen.',
  failed: 'Der Papierkorb konnte nicht geladen werden',
  emptyRow: 'Leere Zeile',
  someone: 'jemandem',
  visitor: 'einem Besucher',
  by: {
    hand: '{when} gelöscht von {who}',
    assistant: '{when} gelöscht vom Assistenten für {who}',
    import: '{when} gelöscht durch einen Import von {who}',
    app: '{when} in der App gelöscht von {who}',
  },
  replaced: '{when} ersetzt von {who}',
  select: '{row} auswählen',
  all: 'Alle auswählen',
  more: 'Mehr zeigen',
  restore: 'Wiederherstellen',
  restored: '{count, plural, one {# Zeile wiederhergestellt} other {# Zeilen wiederhergestellt}}',
  notRestored: '{count, plural, one {# Zeile wurde nicht wiederhergestellt} other {# Zeilen wurden nicht wiederhergestellt}}',
  purge: 'Endgültig löschen',
  purgeTitle: '{count, plural, one {Diese Zeile} other {# Zeilen}} endgültig löschen?',
  purgeWhy: 'Das kann nicht rückgängig gemacht werden. Auch ihr Verlauf wird gelöscht.',
};
