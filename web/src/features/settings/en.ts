export const texts = {
  account: 'Account',
  accounts: 'Accounts',
  admin: 'Admin',
  builder: 'Builder',
  changeEmail: 'Change email',
  changePassword: 'Change password',
  choose: 'Choose',
  currentPassword: 'Your current password, to confirm that it is you.',
  enterEmail: 'Enter your new email address',
  installation: 'Installation',
  languageWhy: 'For the builder. Your apps keep their own.',
  logOut: 'Log out',
  look: 'Appearance',
  manage: 'Manage',
  model: 'Language model',
  newEmail: 'New email',
  notVerified: 'Not verified',
  outbox: 'Outbox',
  packages: 'Packages',
  role: 'Role',
  sent: {
    asked:
      'No mail server is connected, so nothing was sent to <b>{email}</b>. Ask the admin of this site for the link. Your email changes when you open it.',
    mailed: 'We sent a link to <b>{email}</b>. Your email changes when you open it.',
    outbox:
      'No mail server is connected, so nothing was sent to <b>{email}</b>. The link is in the <link>outbox</link>. Your email changes when you open it.',
  },
  theme: 'Theme',
  themeWhy: 'System follows your device.',
  title: 'Settings',
  user: 'User',
  verified: 'Verified',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly settings: typeof texts;
  }
}
