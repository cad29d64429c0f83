export const texts = {
  gone: 'This row does not exist any more.',
  next: 'Next row',
  noneFound: 'No row found',
  pick: 'Pick a row of {table}',
  position: 'Row {index, number} of {count, number}',
  previous: 'Previous row',
  show: 'Show this row of {table}',
  updatedAt: 'Changed at',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly drawer: typeof texts;
  }
}
