import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'branches'> = {
  bringBack: 'Zurückholen',
  bringBackOf: '{name} zurückholen',
  broughtBack: 'Die Idee ist wieder da.',
  changes: {
    added: 'Neu',
    changed: 'Geändert',
    removed: 'Entfernt',
  },
  conflicts: 'Diese Dateien haben sich in der App und in der Idee geändert. Wählen Sie, welche bleibt:',
  discard: 'Verwerfen',
  discardQuestion:
    'Die Idee „{name}“ verwerfen? Code, Chat und Zeilen der Vorschau gehen; Sie können sie 30 Tage lang zurückholen. {app} bleibt, wie sie ist.',
  discarded: 'Die Idee ist verworfen.',
  discardedIdeas: 'Verworfen',
  empty:
    'Probieren Sie etwas an einer Kopie der App: Code, Tabellen und Zeilen der Vorschau. {app} bleibt, wie sie ist, bis Sie die Idee übernehmen.',
  keep: 'Idee behalten',
  keepApp: 'Die der App',
  keepIdea: 'Die der Idee',
  merge: 'In {app} übernehmen',
  mergeNote: 'Eine neue Version von {app}. Ihre Zeilen bleiben; geänderte Spalten werden umgewandelt. Die Idee endet.',
  merged: 'Die Idee ist jetzt in {app}.',
  directions: {
    merge: 'Übernehmen',
    update: 'Änderungen holen',
  },
  name: 'Was möchten Sie probieren?',
  nothing: 'Es gibt nichts zu übernehmen.',
  problems: 'Mit beiden Änderungen entstehen diese Probleme:',
  start: 'Idee ausprobieren',
  title: 'Ideen',
  toApp: 'Zurück zu {app}',
  trying: 'Sie probieren eine Idee: {name}. {app} bleibt, wie sie ist.',
  undo: 'Rückgängig',
  update: 'Änderungen von {app} holen',
  updated: 'Die Idee hat jetzt die Änderungen von {app}.',
};
