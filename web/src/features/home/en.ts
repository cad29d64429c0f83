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
  importing: {
    about: 'Belongs to every project.',
    choose: 'Import a project',
    done: 'Imported {app}',
    hint: 'A zip that was downloaded here, or of another project made with React.',
    left: '{count, plural, one {# file did not come along} other {# files did not come along}}',
    library: 'Belongs to every app.',
    open: 'Open {app}',
    reading: 'Importing…',
    taken: '{count, plural, one {# file came along.} other {# files came along.}}',
    unknown: 'Apps have no files there.',
  },
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
