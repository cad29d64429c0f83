export const texts = {
  delete: {
    ask: 'Delete this email?',
    confirm: 'Delete email',
    done: 'Email deleted',
    why: '“{subject}” to {to} will not be sent.',
  },
  empty: {
    noMail: 'No email yet',
    noMailWhy: 'Verification and password emails appear here.',
    title: 'No email is waiting',
    why: 'Email that could not be sent appears here.',
  },
  failed: 'Could not load the outbox',
  intro: 'Email that is waiting for the mail server, and email that could not be sent.',
  lastError: '{tried} The last error: {error}',
  noServer: 'No mail server is connected, so email stays here. Set SMTP_URL to send it.',
  sending: 'Sending again',
  sendNow: 'Send now',
  state: {
    failed: 'Failed',
    queued: 'Waiting',
    sent: 'Sent',
  },
  title: 'Outbox',
  tried: '{count, plural, =0 {Not tried yet.} =1 {Tried once.} other {Tried # times.}}',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly outbox: typeof texts;
  }
}
