export const texts = {
  any: 'Anyone with the link',
  ask: 'Leave {app}?',
  askWhy: 'You can no longer open it. An owner can invite you again.',
  copyNow: 'Copy it now: it is shown only once.',
  createLink: 'Create link',
  days: '{count, plural, one {# day} other {# days}}',
  email: 'Email (optional)',
  emailWhy: 'Only this account can use the link, and we send it there.',
  failed: 'Could not load the people',
  invitationsFailed: 'Could not load the invitations',
  invite: 'Invite by link',
  leave: 'Leave',
  left: '{left, number} of {uses, number} uses left',
  link: 'Invitation link',
  people: '{count, plural, one {1 person} other {# people}}',
  pending: 'Open invitations',
  remove: 'Remove {name}',
  removeAsk: 'Remove {name}?',
  removed: '{name} was removed',
  removeDo: 'Remove',
  removeWhy: 'They can no longer open {app}. What they made stays.',
  revoke: 'Revoke',
  revoked: 'Invitation revoked',
  role: {
    edit: 'Can edit',
    own: 'Owner',
    view: 'Can view',
  },
  roleOf: 'Role of {name}',
  roleOfLink: 'What they may do',
  title: 'People',
  until: 'Until {date}',
  uses: 'For',
  why: 'The people who build this app',
  worksFor: 'Works for',
  you: '(you)',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly people: typeof texts;
  }
}
