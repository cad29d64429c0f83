export const texts = {
  ask: 'What do you want to build?',
  build: 'Build it',
  connect: 'Connect a model',
  deleted: 'Deleted {app}',
  demo: 'It follows rules and uses no language model, so you can try everything offline. {hint}',
  describe: 'Describe your app',
  duplicate: 'Duplicate',
  duplicateRows: 'Duplicate with rows',
  duplicated: 'Duplicated {app}',
  export: 'Download project',
  failed: 'Could not load your apps',
  more: 'More for {app}',
  noAnswer: 'The assistant did not answer.',
  openLive: 'Open live app',
  placeholder: 'A habit tracker with streaks and a weekly chart',
  share: {
    about:
      'Everyone who builds on this server can begin with a copy of it as it is now. Later changes stay yours until you share it again.',
    by: 'By {author}',
    description: 'What it is for, in a sentence',
    do: 'Share',
    done: 'Shared {title} as a template',
    name: 'Title',
    open: 'Share as template…',
    rows: 'Include rows',
    rowsHint: 'The newest 200 rows of each table of the draft, for everyone to see.',
    since: 'Shared {time}. Share it again to pass on what changed since; apps that were made of it stay as they are.',
    takeBack: 'Take back',
    takenBack: 'It is not a template any more',
    title: 'Share {app} as a template',
    update: 'Share again',
  },
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
