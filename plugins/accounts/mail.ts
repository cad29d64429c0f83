import { type Collection, type Logger, newId } from '@sayso/core';
import type { MailDocument } from './collections.ts';
import type { AccountsConfig } from './config.ts';
import type { Mail } from './ref.ts';

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** SMTP where it is configured; otherwise the outbox, which admins read, and the log. */
export async function openMailer(config: AccountsConfig, outbox: Collection<MailDocument>, log: Logger): Promise<Mailer> {
  if (!config.SMTP_URL) {
    return {
      async send(mail) {
        await outbox.insertOne({ _id: newId(), ...mail, createdAt: new Date().toISOString() });
        log.info({ to: mail.to, subject: mail.subject, text: mail.text }, 'mail: kept in the outbox, as no SMTP_URL is set');
      },
      close: () => undefined,
    };
  }
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(config.SMTP_URL);
  return {
    async send(mail) {
      await transport.sendMail({ from: config.MAIL_FROM, ...mail });
    },
    close: () => transport.close(),
  };
}
