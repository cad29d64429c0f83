import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'problems'> = {
  compile: 'Die App konnte nicht kompiliert werden: {message}',
  count: '{count, plural, one {# Problem} other {# Probleme}}',
  countInApp: '{count, plural, one {# Problem in deiner App} other {# Probleme in deiner App}}',
  details: 'Details',
  fix: 'Beheben: {problem}',
  fixAll: 'Mit KI beheben',
  fixOne: 'Dieses beheben',
  hide: 'Ausblenden: {problem}',
  hideOne: 'Nicht mehr anzeigen',
  hidden: '{count, plural, one {# ausgeblendetes Problem} other {# ausgeblendete Probleme}}',
  showHidden: 'Ausgeblendete Probleme wieder anzeigen',
  inApp: 'Probleme in deiner App',
  scope: {
    api: 'Aufruf',
    app: 'App',
    component: 'Komponente',
    page: 'Seite',
  },
  title: 'Probleme',
};
