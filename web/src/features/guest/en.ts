export const texts = {
  accountSettings: 'Account settings',
  build: {
    closed: 'Ask the person who runs this site to let you build here.',
    invite: 'You need an invitation to build here. Ask the person who runs this site for a link.',
    open: 'Anyone with an account can build here.',
    title: 'Want to build an app?',
  },
  empty: {
    title: 'No apps yet',
    why: "Open an app's link and log in. The app then appears here.",
  },
  failed: 'Could not load your apps',
  intro: 'Sayso is where people build apps by describing them. Your account, {email}, is for using these apps.',
  openApp: 'Open {app}',
  title: 'Your apps',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly guest: typeof texts;
  }
}
