import type { Translation } from '../../../i18n/texts.ts';

export const texts: Translation<'history'> = {
  open: 'Verlauf',
  title: 'Verlauf der Zeile',
  empty: 'Keine Änderungen aufgezeichnet',
  emptyWhy:
    'Hier erscheinen Änderungen, die du oder der Assistent an dieser Zeile machen. Änderungen von Nutzern der App werden nicht aufgezeichnet.',
  failed: 'Der Verlauf konnte nicht geladen werden',
  someone: 'Jemand',
  visitor: 'Ein Besucher',
  nothing: 'leer',
  created: {
    hand: '{who} hat die Zeile hinzugefügt',
    assistant: 'Der Assistent hat die Zeile hinzugefügt, für: {who}',
    import: '{who} hat die Zeile aus {file} importiert',
    app: '{who} hat die Zeile in der App hinzugefügt',
  },
  updated: {
    hand: '{who} hat die Zeile geändert',
    assistant: 'Der Assistent hat die Zeile geändert, für: {who}',
    import: 'Ein Import hat die Zeile geändert, von: {who}',
    app: '{who} hat die Zeile in der App geändert',
  },
  deleted: {
    hand: '{who} hat die Zeile gelöscht',
    assistant: 'Der Assistent hat die Zeile gelöscht, für: {who}',
    import: 'Ein Import hat die Zeile gelöscht, von: {who}',
    app: '{who} hat die Zeile in der App gelöscht',
  },
  restored: '{who} hat die Zeile aus dem Papierkorb wiederhergestellt',
  restoreValue: 'Diesen Wert wiederherstellen',
  restoreValueOf: 'Wert von {column} wiederherstellen',
  before: 'Vorher',
  after: 'Nachher',
};
