export const texts = {
  empty: {
    title: 'No versions yet',
    why: 'Each change of your app makes one.',
  },
  latest: 'Latest',
  title: 'Versions',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly versions: typeof texts;
  }
}
