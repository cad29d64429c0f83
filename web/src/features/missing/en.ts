export const texts = {
  hide: 'Hide: {name} is not installed',
  install: 'Install',
  installNamed: 'Install {name}',
  missing: 'Your app uses the package “{name}”, which is not installed.',
  title: 'Missing packages',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly missing: typeof texts;
  }
}
