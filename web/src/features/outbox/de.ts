import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'outbox'> = {
  delete: {
    ask: 'Diese E-Mail löschen?',
    confirm: 'E-Mail löschen',
    done: 'E-Mail gelöscht',
    why: '„{subject}“ an {to} wird nicht gesendet.',
  },
  empty: {
    noMail: 'Noch keine E-Mails',
    noMailWhy: 'Hier erscheinen E-Mails zum Bestätigen und zum Zurücksetzen des Passworts.',
    title: 'Keine E-Mail wartet',
    why: 'Hier erscheinen E-Mails, die nicht gesendet werden konnten.',
  },
  failed: 'Der Postausgang konnte nicht geladen werden',
  intro: 'E-Mails, die auf den Mailserver warten oder nicht gesendet werden konnten.',
  lastError: '{tried} Der letzte Fehler: {error}',
  noServer: 'Es ist kein Mailserver verbunden, deshalb bleiben E-Mails hier. Setze SMTP_URL, um sie zu senden.',
  sending: 'Wird erneut gesendet',
  sendNow: 'Jetzt senden',
  state: {
    failed: 'Fehlgeschlagen',
    queued: 'Wartet',
    sent: 'Gesendet',
  },
  title: 'Postausgang',
  tried: '{count, plural, =0 {Noch nicht versucht.} =1 {Einmal versucht.} other {#-mal versucht.}}',
};
