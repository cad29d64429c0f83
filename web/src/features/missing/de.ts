import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'missing'> = {
  hide: 'Ausblenden: {name} ist nicht installiert',
  install: 'Installieren',
  installNamed: '{name} installieren',
  missing: 'Deine App verwendet das Paket „{name}“, das nicht installiert ist.',
  title: 'Fehlende Pakete',
};
