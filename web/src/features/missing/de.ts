import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'missing'> = {
  absent: 'Deine App importiert „{name}“, das Apps hier noch nicht verwenden dürfen.',
  absentAsk: 'Deine App importiert „{name}“, das Apps hier noch nicht verwenden dürfen. Ein Admin kann es zulassen.',
  again: 'Noch einmal',
  againNamed: '{name} noch einmal holen',
  allow: 'Zulassen',
  allowNamed: '{name} zulassen',
  hide: 'Ausblenden: {name} ist nicht installiert',
  install: 'Installieren',
  installNamed: '{name} installieren',
  hideAbsent: 'Ausblenden: {name} ist nicht zugelassen',
  missing: 'Deine App verwendet das Paket „{name}“, das nicht installiert ist.',
  pending: '{name} wird geholt …',
  refused: '„{name}“ fehlt. {reason} Versuche es noch einmal, oder bitte den Assistenten, ohne das Paket auszukommen.',
  refusedAsk: '„{name}“ fehlt. {reason} Bitte einen Admin, es noch einmal zu versuchen, oder den Assistenten, ohne das Paket auszukommen.',
  title: 'Fehlende Pakete',
};
