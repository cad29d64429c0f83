export const texts = {
  add: 'New table',
  busy: 'Please wait for the chat to finish before adding a table',
  column: 'Column {number, number}',
  create: 'Create table',
  firstColumn: 'Name',
  name: 'Table name',
  removeColumn: 'Remove column {number, number}',
  savedAs: 'Your app calls it {name}.',
  typeOf: 'Type of column {number, number}',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly tables: typeof texts;
  }
}
