import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'versions'> = {
  all: 'Alle',
  changes: 'Alle Änderungen',
  empty: {
    title: 'Noch keine Versionen',
    why: 'Jede Änderung deiner App legt eine an.',
  },
  giveName: 'Diese Version benennen',
  latest: 'Neueste',
  more: 'Mehr für {title}',
  name: 'Name der Version',
  noneStarred: {
    title: 'Keine markierten Versionen',
    why: 'Markiere eine Version, um sie wiederzufinden.',
  },
  older: 'Ältere Versionen anzeigen',
  shown: 'Gezeigte Versionen',
  since: 'Änderungen seit dieser Version',
  star: '{title} markieren',
  starred: 'Markiert',
  title: 'Versionen',
};
