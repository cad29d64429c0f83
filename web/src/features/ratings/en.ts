export const texts = {
  bad: 'Not helpful',
  byModel: 'By model',
  byPrompt: 'By prompt version',
  commented: 'With a comment',
  cost: '{cost} for the answer',
  days: 'Last {days, number} days',
  empty: {
    again: 'Show all',
    filtered: 'No rating matches',
    filteredWhy: 'No rating of this kind has been given yet.',
    title: 'No ratings yet',
    why: 'Ratings appear here once builders choose “Helpful” or “Not helpful” below an answer of the assistant.',
  },
  export: 'Export CSV',
  failed: 'Could not load the ratings',
  filter: {
    all: 'All',
    label: 'Kind of rating',
  },
  good: 'Helpful',
  goneApp: 'Deleted app',
  intro: 'How builders rated answers of the assistant, in all apps. You see their ratings and comments, not their conversations.',
  list: 'All ratings',
  noModel: 'No model',
  noPrompt: 'Unknown',
  none: 'No ratings in the last {days, number} days.',
  period: 'Period',
  prompt: 'prompt {version}',
  showMore: 'Show more',
  split: '{good, number} helpful, {bad, number} not',
  summary: 'Summary',
  summaryFailed: 'Could not load the summary. {why}',
  title: 'Ratings',
  tokens: '{count} tokens',
  total: 'Ratings',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly ratings: typeof texts;
  }
}
