export const texts = {
  absent: 'Your app imports “{name}”, which apps here may not use yet.',
  absentAsk: 'Your app imports “{name}”, which apps here may not use yet. An administrator can allow it.',
  allow: 'Allow',
  allowNamed: 'Allow {name}',
  hide: 'Hide: {name} is not installed',
  install: 'Install',
  installNamed: 'Install {name}',
  hideAbsent: 'Hide: {name} is not allowed',
  missing: 'Your app uses the package “{name}”, which is not installed.',
  pending: '“{name}” is being fetched…',
  refused: '“{name}” cannot be used in apps. {reason}',
  title: 'Missing packages',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly missing: typeof texts;
  }
}
