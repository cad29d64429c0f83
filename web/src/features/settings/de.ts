import type { Translation } from '../../i18n/texts.ts';

export const texts: Translation<'settings'> = {
  account: 'Konto',
  accounts: 'Konten',
  admin: 'Admin',
  builder: 'Builder',
  changeEmail: 'E-Mail-Adresse ändern',
  changePassword: 'Passwort ändern',
  choose: 'Auswählen',
  currentPassword: 'Dein aktuelles Passwort, damit wir wissen, dass du es bist.',
  enterEmail: 'Gib deine neue E-Mail-Adresse ein',
  installation: 'Installation',
  languageWhy: 'Für den Builder. Deine Apps behalten ihre eigene.',
  logOut: 'Abmelden',
  look: 'Darstellung',
  manage: 'Verwalten',
  model: 'Sprachmodell',
  newEmail: 'Neue E-Mail-Adresse',
  notVerified: 'Nicht bestätigt',
  outbox: 'Postausgang',
  packages: 'Pakete',
  role: 'Rolle',
  sent: {
    asked:
      'Es ist kein Mailserver verbunden, deshalb wurde nichts an <b>{email}</b> gesendet. Frage den Admin dieser Seite nach dem Link. Deine E-Mail-Adresse ändert sich, wenn du ihn öffnest.',
    mailed: 'Wir haben einen Link an <b>{email}</b> gesendet. Deine E-Mail-Adresse ändert sich, wenn du ihn öffnest.',
    outbox:
      'Es ist kein Mailserver verbunden, deshalb wurde nichts an <b>{email}</b> gesendet. Der Link liegt im <link>Postausgang</link>. Deine E-Mail-Adresse ändert sich, wenn du ihn öffnest.',
  },
  theme: 'Design',
  themeWhy: 'System folgt deinem Gerät.',
  title: 'Einstellungen',
  user: 'Nutzer',
  verified: 'Bestätigt',
};
