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
  star: 'Star {title}',
  starred: 'Starred',
  title: 'Versions',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly versions: typeof texts;
  }
}
