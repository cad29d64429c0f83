export const texts = {
  compile: 'App compilation failed: {message}',
  count: '{count, plural, one {# problem} other {# problems}}',
  countInApp: '{count, plural, one {# problem in your app} other {# problems in your app}}',
  details: 'Details',
  fix: 'Fix: {problem}',
  fixAll: 'Resolve with AI',
  fixOne: 'Fix this one',
  hide: 'Hide: {problem}',
  hideOne: 'Do not show this again',
  hidden: '{count, plural, one {# hidden problem} other {# hidden problems}}',
  showHidden: 'Show hidden problems again',
  inApp: 'Problems in your app',
  scope: {
    api: 'Call',
    app: 'App',
    component: 'Component',
    page: 'Page',
  },
  title: 'Problems',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly problems: typeof texts;
  }
}
