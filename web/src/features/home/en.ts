export const texts = {
  ask: 'What do you want to build?',
  build: 'Build it',
  connect: 'Connect a model',
  deleted: 'Deleted {app}',
  demo: 'It follows rules and uses no language model, so you can try everything offline. {hint}',
  describe: 'Describe your app',
  duplicate: 'Duplicate',
  duplicated: 'Duplicated {app}',
  export: 'Download project',
  failed: 'Could not load your apps',
  more: 'More for {app}',
  noAnswer: 'The assistant did not answer.',
  openLive: 'Open live app',
  placeholder: 'A habit tracker with streaks and a weekly chart',
  showAll: 'Show all {count, number}',
  templates: 'Start from a template',
  title: 'Home',
  undo: 'Undo',
  yourApps: 'Your apps',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly home: typeof texts;
  }
}
