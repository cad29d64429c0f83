export const texts = {
  actions: 'Actions for {name}',
  again: 'Fetch again',
  allow: 'Allow',
  alsoImports: 'Also {paths}{more, plural, =0 {} other { and # more}}',
  back: 'Settings',
  configured: 'Set by ALLOWED_PACKAGES',
  dependencies: '{count, plural, =0 {no dependencies} one {# dependency} other {# dependencies}}',
  empty: 'No further packages yet',
  emptyWhy: 'About 60 packages are built in. Allow another one by its name on npm.',
  failed: 'Could not load the packages',
  intro:
    'npm packages that apps here may import, besides those that are built in. Their code runs in the pages of these apps, never on the server.',
  latest: 'latest',
  moreApps: 'and {count, number} more',
  name: 'Package',
  noLicence: 'unknown licence',
  noVersions: 'No list of versions: {why} You can type one.',
  published: '{name} (published)',
  ready: 'Ready',
  refused: 'Refused',
  refusedOther: 'Version {version} was refused: {reason}',
  remove: 'Remove',
  removeTitle: 'Remove {name}?',
  removed: 'Removed {name}',
  removeUnused: 'No app uses it.',
  removeUsed:
    '{count, plural, one {This app imports it and needs} other {These apps import it and need}} a change before the next version works. Published versions keep working.',
  size: '{size} in a page, {gzip} compressed',
  step: {
    bundling: 'Bundling…',
    downloading: 'Downloading…',
    queued: 'Waiting…',
    resolving: 'Looking it up…',
  },
  title: 'Packages',
  updateRefused: 'Update refused',
  usedBy: 'Used by',
  version: 'Version',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly packages: typeof texts;
  }
}
