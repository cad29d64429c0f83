import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'versions'> = {
  empty: {
    title: 'Noch keine Versionen',
    why: 'Jede Änderung deiner App legt eine an.',
  },
  latest: 'Neueste',
  title: 'Versionen',
};
