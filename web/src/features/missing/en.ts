export const texts = {
  absent: 'Your app imports “{name}”, which apps here may not use yet.',
  absentAsk: 'Your app imports “{name}”, which apps here may not use yet. An administrator can allow it.',
  again: 'Try again',
  againNamed: 'Try {name} again',
  allow: 'Allow',
  allowNamed: 'Allow {name}',
  hide: 'Hide: {name} is not installed',
  install: 'Install',
  installNamed: 'Install {name}',
  hideAbsent: 'Hide: {name} is not allowed',
  missing: 'Your app uses the package “{name}”, which is not installed.',
  pending: 'Fetching {name}…',
  refused: '“{name}” is missing. {reason} Try again, or ask the assistant to do without it.',
  refusedAsk: '“{name}” is missing. {reason} Ask an administrator to try again, or the assistant to do without it.',
  title: 'Missing packages',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly missing: typeof texts;
  }
}
