export const texts = {
  address: 'Address',
  audience: {
    everyone: '{table}: anyone with the link can see and change every row.',
    failed: 'Could not load who can do what.',
    onlyYou: '{table}: only you see and change it.',
    own: '{table}: people who sign up add rows, and each sees and changes only their own.',
    readAdd:
      '{table}: {read, select, anyone {anyone with the link} admin {only you} other {no one}} can see it; {write, select, anonymous {anyone with the link} admin {only you} other {no one}} can add rows.',
    readAddOwn:
      '{table}: {read, select, anyone {anyone with the link} admin {only you} other {no one}} can see it; people who sign up add rows and change their own.',
    readOwn:
      '{table}: {write, select, anonymous {anyone with the link} all {people who sign up} admin {only you} other {no one}} can add rows; people who sign up see only their own.',
    title: 'Who can do what',
    writeAll:
      '{table}: {read, select, anyone {anyone with the link} admin {only you} other {no one}} can see it; people who sign up can change every row.',
  },
  changeAddress: 'Change address',
  keepLive: 'Keep it live',
  liveTitle: 'Your app is live',
  outdated: 'People do not see your latest changes yet.',
  publish: 'Publish',
  publishTitle: 'Publish your app',
  publishWhy: 'Anyone with the link can open it.',
  rows: {
    copy: 'Copy rows from the preview',
    done: 'The rows of the preview are live.',
    empty: 'The published app has no rows yet',
    emptyWhy: 'Rows of the preview are not shown to people until you copy them:',
    progress: 'Copying rows: {percent}%',
    table: '{table}: {count, plural, one {# row} other {# rows}}',
    with: 'Start with the rows of the preview',
    withWhy: 'Without them, the published app starts empty. The preview keeps its own:',
  },
  saveAddress: 'Save address',
  share: 'Share',
  signup: {
    closed: 'New people cannot make an account. Existing users stay.',
    label: 'Let people sign up',
    needed: 'New people cannot make an account, so they cannot use what needs one. Existing users stay.',
    open: 'Anyone with the link can make an account in your app. They use the app and do not see the builder.',
  },
  slug: {
    characters: 'Use lower-case letters, numbers and dashes only.',
    ends: 'Start and end with a letter or a number.',
    length: 'Use 3 to 40 characters.',
  },
  unpublish: 'Unpublish',
  unpublished: 'Unpublished',
  unpublishTitle: 'Unpublish this app?',
  unpublishWhy: 'People will no longer find your app at {url}. The app and its data stay, and you can publish it again.',
  update: 'Update',
  upToDate: 'Up to date.',
  upToDateSince: 'Up to date, published {time}.',
  uploads: {
    closed: 'Only people who are signed in can upload files in your app.',
    label: 'Let visitors upload files',
    open: 'Anyone with the link can upload files in your app, without an account.',
  },
  without: 'Published without {names}: what needs it does not work. Publish again once it is here, or ask the assistant to do without it.',
  withoutHere: 'Published without {names}, which is here by now. Publish again to bring it along.',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly publish: typeof texts;
  }
}
