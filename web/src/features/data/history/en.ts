export const texts = {
  open: 'History',
  title: 'History of the row',
  empty: 'No changes recorded',
  emptyWhy: 'Changes that you or the assistant make to this row appear here. Changes that people make in the app are not recorded.',
  failed: 'Could not load the history',
  someone: 'Someone',
  visitor: 'A visitor',
  nothing: 'empty',
  created: {
    hand: '{who} added the row',
    assistant: 'The assistant added the row for {who}',
    import: '{who} imported the row from {file}',
    app: '{who} added the row in the app',
  },
  updated: {
    hand: '{who} changed the row',
    assistant: 'The assistant changed the row for {who}',
    import: 'An import of {who} changed the row',
    app: '{who} changed the row in the app',
  },
  deleted: {
    hand: '{who} deleted the row',
    assistant: 'The assistant deleted the row for {who}',
    import: 'An import of {who} deleted the row',
    app: '{who} deleted the row in the app',
  },
  restored: '{who} restored the row from the trash',
  restoreValue: 'Restore this value',
  restoreValueOf: 'Restore the value of {column}',
  before: 'Before',
  after: 'After',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly history: typeof texts;
  }
}
