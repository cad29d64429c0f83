import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'home'> = {
  ask: 'Was möchtest du bauen?',
  build: 'Bauen',
  connect: 'Modell verbinden',
  deleted: '{app} gelöscht',
  demo: 'Er folgt Regeln und braucht kein Sprachmodell, du kannst also alles offline ausprobieren. {hint}',
  describe: 'Beschreibe deine App',
  duplicate: 'Duplizieren',
  duplicated: '{app} dupliziert',
  export: 'Projekt laden',
  failed: 'Deine Apps konnten nicht geladen werden',
  more: 'Mehr zu {app}',
  noAnswer: 'Der Assistent hat nicht geantwortet.',
  openLive: 'Live-App öffnen',
  placeholder: 'Ein Habit-Tracker mit Serien und Wochendiagramm',
  showAll: 'Alle {count, number} anzeigen',
  templates: 'Mit einer Vorlage beginnen',
  title: 'Startseite',
  undo: 'Rückgängig',
  yourApps: 'Deine Apps',
};
