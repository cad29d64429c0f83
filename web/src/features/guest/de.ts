import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'guest'> = {
  accountSettings: 'Kontoeinstellungen',
  build: {
    closed: 'Bitte die Person, die diese Seite betreibt, dir das Bauen zu erlauben.',
    invite: 'Du brauchst eine Einladung, um hier zu bauen. Bitte die Person, die diese Seite betreibt, um einen Link.',
    open: 'Wer ein Konto hat, kann hier bauen.',
    title: 'Möchtest du eine App bauen?',
  },
  empty: {
    title: 'Noch keine Apps',
    why: 'Öffne den Link einer App und melde dich an. Dann erscheint die App hier.',
  },
  failed: 'Deine Apps konnten nicht geladen werden',
  intro: 'Mit Sayso bauen Menschen Apps, indem sie sie beschreiben. Mit deinem Konto {email} verwendest du diese Apps.',
  openApp: '{app} öffnen',
  title: 'Deine Apps',
};
