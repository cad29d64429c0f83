export const texts = {
  csv: 'CSV file',
  done: '{count, plural, one {# row exported} other {# rows exported}}',
  failed: 'The rows could not be exported. Try again.',
  json: 'JSON file',
  progress: '{done, number} of {total, number} rows',
  rows: '{count, plural, one {Export # row} other {Export # rows}}',
  title: 'Export rows',
  xlsx: 'Excel file',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly export: typeof texts;
  }
}
