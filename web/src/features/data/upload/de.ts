import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'upload'> = {
  choose: 'Hochladen',
  drop: 'Bild hierher ziehen oder einfügen',
  failed: 'Das Bild konnte nicht hochgeladen werden. Bitte versuche es noch einmal.',
  notFound: 'Die Datei wurde nicht gefunden',
  notImage: 'Hier können nur Bilder hochgeladen werden',
  remove: 'Bild entfernen',
  replace: 'Ersetzen',
  tooLarge: 'Die Datei ist zu groß',
};
