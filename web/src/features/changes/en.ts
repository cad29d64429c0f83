export const texts = {
  after: '{path}, after',
  before: '{path}, before',
  files: 'Changed files',
  layout: 'Layout',
  linesAdded: '{count, plural, one {# line added} other {# lines added}}',
  linesRemoved: '{count, plural, one {# line removed} other {# lines removed}}',
  loading: 'Loading diff...',
  none: 'No changes found between versions',
  nothing: 'Before the first version',
  since: 'From',
  split: 'Side by side',
  status: {
    added: 'Added',
    deleted: 'Deleted',
    modified: 'Modified',
  },
  title: 'All Changes',
  unchanged: '$ unchanged lines',
  unified: 'Unified',
  until: 'To',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly changes: typeof texts;
  }
}
