export const texts = {
  open: 'Trash',
  title: 'Deleted rows of {table}',
  why: 'Deleted and replaced rows stay here for a while. Restored rows keep their id, their time and their creator.',
  empty: 'The trash is empty',
  emptyWhy: 'Rows that you, the assistant or people who use the app delete can be restored here.',
  failed: 'Could not load the trash',
  emptyRow: 'Empty row',
  someone: 'someone',
  visitor: 'a visitor',
  by: {
    hand: 'Deleted {when} by {who}',
    assistant: 'Deleted {when} by the assistant for {who}',
    import: 'Deleted {when} by an import of {who}',
    app: 'Deleted {when} in the app by {who}',
  },
  replaced: 'Replaced {when} by {who}',
  select: 'Select {row}',
  all: 'Select all',
  more: 'Show more',
  restore: 'Restore',
  restored: '{count, plural, one {# row restored} other {# rows restored}}',
  unconverted: 'The type of {columns} was changed since. Some values do not fit it, and stay as they were.',
  notRestored: '{count, plural, one {# row was not restored} other {# rows were not restored}}',
  purge: 'Delete for good',
  purgeTitle: 'Delete {count, plural, one {this row} other {# rows}} for good?',
  purgeWhy: 'This cannot be undone. Their history is deleted, too.',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly trash: typeof texts;
  }
}
