export const texts = {
  all: 'All',
  changes: 'All Changes',
  empty: {
    title: 'No versions yet',
    why: 'Each change of your app makes one.',
  },
  giveName: 'Name this version',
  latest: 'Latest',
  more: 'More for {title}',
  name: 'Name of the version',
  noneStarred: {
    title: 'No starred versions',
    why: 'Star a version to find it again.',
  },
  older: 'Show older versions',
  shown: 'Versions shown',
  since: 'Changes since this version',
  snapshots: {
    ask: 'Restore these rows?',
    askDelete: 'Delete these kept rows?',
    asks: {
      draft: 'The rows of the preview become as they were on {time}:',
      live: 'The rows of the published app, which people use, become as they were on {time}:',
    },
    before: 'Before “{version}”',
    beforeRestore: 'Before rows were replaced',
    deleteOf: 'Delete the rows: {title}',
    deleteWhy: 'The rows of {time} can then not be restored. The rows of the app stay as they are.',
    effect: '{table}: {count, plural, one {one row replaces} other {# rows replace}} the {present, plural, one {one} other {#}} there now',
    none: {
      title: 'No kept rows',
      why: 'Before a change of columns converts rows, they are kept here for 30 days.',
    },
    restoreOf: 'Restore the rows: {title}',
    sets: {
      draft: 'Preview',
      live: 'Published app',
    },
    tab: 'Rows',
    table: '{table}: {count, plural, one {one row} other {# rows}}',
    tableGone: '{table}: {count, plural, one {one row} other {# rows}}. The app does not have this table now.',
    title: 'Kept rows',
    undoable: 'Rows that go are kept in the trash, and you can undo this. Columns that have changed since are converted.',
  },
  star: 'Star {title}',
  starred: 'Starred',
  title: 'Versions',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly versions: typeof texts;
  }
}
