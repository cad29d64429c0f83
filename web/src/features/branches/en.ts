export const texts = {
  bringBack: 'Bring back',
  bringBackOf: 'Bring back {name}',
  broughtBack: 'The idea is back.',
  changes: {
    added: 'New',
    changed: 'Changed',
    removed: 'Removed',
  },
  conflicts: 'These files changed in the app and in the idea. Choose which one to keep:',
  discard: 'Throw away',
  discardQuestion:
    'Throw the idea “{name}” away? Its code, its chat and its preview rows go; you can bring it back for 30 days. {app} stays as it is.',
  discarded: 'The idea is thrown away.',
  discardedIdeas: 'Thrown away',
  empty: 'Try something on a copy of the app: its code, its tables and its preview rows. {app} stays as it is until you merge the idea.',
  keep: 'Keep the idea',
  keepApp: 'The app’s',
  keepIdea: 'The idea’s',
  merge: 'Merge into {app}',
  mergeNote: 'One new version of {app}. Its rows stay; columns that change are converted. The idea ends.',
  merged: 'The idea is in {app} now.',
  directions: {
    merge: 'Merge',
    update: 'Get changes',
  },
  name: 'What do you want to try?',
  nothing: 'There is nothing to merge.',
  problems: 'With both changes, these problems appear:',
  start: 'Try an idea',
  title: 'Ideas',
  toApp: 'Back to {app}',
  trying: 'You are trying an idea: {name}. {app} stays as it is.',
  undo: 'Undo',
  update: 'Get the changes of {app}',
  updated: 'The idea has the changes of {app} now.',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly branches: typeof texts;
  }
}
