export const texts = {
  copied: 'Copied',
  copy: 'Copy rows',
  done: { draft: 'The rows of the live app are in the preview.', live: 'The rows of the preview are live.' },
  nothing: 'There are no rows to copy.',
  open: { draft: 'Copy from live', live: 'Copy from preview' },
  progress: 'Copying rows: {percent}%',
  replace: 'Replace rows',
  replaced: 'Replaced',
  rows: '{count, plural, =0 {no rows} one {# row} other {# rows}}',
  table: 'Table',
  title: { draft: 'Copy live rows to the preview?', live: 'Copy preview rows to the live app?' },
  trash: {
    draft: 'Rows of the preview that are removed or replaced go to the trash.',
    live: 'Rows of the live app that are removed or replaced go to the trash.',
  },
  why: {
    draft: 'The preview gets the rows of the live app. The live app stays as it is.',
    live: 'People who use your app see these rows at once. The preview stays as it is.',
  },
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly copy: typeof texts;
  }
}
