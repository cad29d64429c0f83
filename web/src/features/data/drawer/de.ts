import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'drawer'> = {
  gone: 'Diese Zeile gibt es nicht mehr.',
  next: 'Nächste Zeile',
  noneFound: 'Keine Zeile gefunden',
  pick: 'Zeile von {table} wählen',
  position: 'Zeile {index, number} von {count, number}',
  previous: 'Vorherige Zeile',
  show: 'Diese Zeile von {table} zeigen',
  updatedAt: 'Geändert am',
};
