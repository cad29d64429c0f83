import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'hosts'> = {
  anyPictures: 'Bilder und Medien aller Server',
  anyPicturesWhy:
    'Für Apps, in denen man Adressen von Bildern eingibt. Der Code der App kann über solche Adressen Daten an jeden Server senden.',
  earlier:
    'Diese App stammt aus einer früheren Version: Sie zeigt Bilder und Rahmen aller Server. Sobald du die Listen unten speicherst, endet das.',
  failed: 'Die Server konnten nicht geladen werden.',
  named: 'Im Code genannt, nicht erlaubt',
  one: 'Trage einen Namen je Zeile ein, etwa api.example.com oder *.example.com.',
  save: 'Speichern',
  saved: 'Gespeichert. Die Vorschau lädt neu.',
  title: 'Andere Server',
  why: 'Seiten deiner App laden nichts von anderen Servern, bevor du es erlaubst, weder in der Vorschau noch veröffentlicht.',
};
