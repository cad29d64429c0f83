import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'viewAs'> = {
  asCreator: 'Du siehst die Zeilen, die Benutzer {id} lesen darf.',
  asUser: 'Du siehst die Zeilen, die alle mit einem Konto lesen dürfen.',
  asVisitor: 'Du siehst die Zeilen, die man lesen darf, ohne angemeldet zu sein.',
  close: 'Alle Zeilen anzeigen',
  creator: 'Benutzer {id} ({count, plural, one {# Zeile} other {# Zeilen}})',
  creators: 'Wer Zeilen hinzugefügt hat',
  refused: 'Diese Tabelle darf man so nicht lesen',
  title: 'Ansehen als',
  user: 'Alle mit einem Konto',
  visitor: 'Alle, die nicht angemeldet sind',
  why: 'Zeigt, was andere lesen dürfen',
  yourself: 'Du selbst',
};
