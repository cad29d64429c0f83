import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'hosts'> = {
  anyPictures: 'Bilder und Medien aller Server',
  anyPicturesWhy:
    'Für Apps, in denen man Adressen von Bildern eingibt. Der Code der App kann über solche Adressen Daten an jeden Server senden.',
  byKind: {
    allow: {
      scripts: 'Code von diesen {count, number} erlauben',
      styles: 'Stile von diesen {count, number} erlauben',
      pictures: 'Bilder von diesen {count, number} erlauben',
      frames: 'Rahmen von diesen {count, number} erlauben',
      calls: 'Aufrufe an diese {count, number} erlauben',
    },
    allowHost: '{host} erlauben',
    allowOne: 'Erlauben',
    kinds: {
      scripts: 'Code',
      styles: 'Stylesheets und Schriften',
      pictures: 'Bilder und Medien',
      frames: 'Seiten in Rahmen',
      calls: 'Aufrufe',
    },
    means: {
      scripts: 'Code dieser Server kann alles, was deine App kann, mit den Daten der Menschen, die sie nutzen.',
      styles: 'Wie die Seiten aussehen. Diese Server erfahren, wer die App öffnet.',
      pictures: 'Bilder, Videos und Töne. Diese Server erfahren, wer die App öffnet, und welche Seite.',
      frames: 'Etwa Karten und Videos. Was im Rahmen ist, sieht nichts von deiner App, und man kann es für deins halten.',
      calls: 'Seiten senden Daten deiner App an diese Server und lesen deren.',
    },
    namedIn: 'In {path}',
    title: 'Andere Server, die der Code nennt',
    why: 'Die App lädt nichts von ihnen, bevor du es erlaubst, hier oder später im Panel „Andere Server“.',
  },
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
