import { cut, type Logger } from '@sayso/core';
import type { AccountsConfig } from '../config.ts';
import { MailNotDelivered } from '../errors.ts';
import type { Mail } from '../ref.ts';

const CONNECT_MS = 10_000;
const SOCKET_MS = 30_000;
/** For the whole mail: a server that is slow at each step times out, too. */
const SEND_MS = 60_000;
/** A caller waits for the probe. */
const PROBE_MS = 5_000;
/** How long the outcome of a probe is cached. */
const REACHABLE_FOR_MS = 30_000;
const UNREACHABLE_FOR_MS = 5_000;
const LONGEST_REASON = 300;
const UNUSABLE =
  'mail: the server that SMTP_URL names cannot be used. Check its host, port, user and password; until then mail waits in the outbox and is tried again.';

export interface Transport {
  /** False without `SMTP_URL`. */
  readonly isConfigured: boolean;
  /** Resolves when the mail server has accepted the mail. Throws `MailNotDelivered`. */
  send(id: string, mail: Mail): Promise<void>;
  /**
   * Whether the mail server accepts connections and the log-in now. The probe names no recipient, so that the outcome says nothing about an
   * address. One probe at a time; its outcome is cached for seconds.
   */
  isReachable(): Promise<boolean>;
  /** Logs a warning that names the setting when the mail server cannot be used now. Does not affect the cached outcome. */
  check(): Promise<void>;
  close(): void;
}

export async function openTransport(config: AccountsConfig, log: Logger): Promise<Transport> {
  const { SMTP_URL, MAIL_FROM } = config;
  if (!SMTP_URL) {
    const send = () => Promise.reject(new MailNotDelivered('SMTP_URL is not set.', true));
    return { isConfigured: false, send, isReachable: async () => true, check: async () => undefined, close: () => undefined };
  }
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SOCKET_MS };
  const open = (limits: typeof timeouts) => createTransport({ url: SMTP_URL, ...limits, disableFileAccess: true, disableUrlAccess: true });
  const transport = open(timeouts);
  const prober = open({ connectionTimeout: PROBE_MS, greetingTimeout: PROBE_MS, socketTimeout: PROBE_MS });
  const address = /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim();
  const domain = /@([\w.-]+)/.exec(MAIL_FROM)?.[1] ?? 'localhost';

  let isClosed = false;
  async function probe(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<Error>();
    const timer = setTimeout(() => resolve(new Error(`No answer within ${PROBE_MS} ms`)), PROBE_MS);
    const verified = prober.verify().then(
      () => null,
      (error: unknown) => error,
    );
    const error = await Promise.race([verified, late]);
    clearTimeout(timer);
    if (error !== null && !isClosed) log.warn({ reason: notDelivered(error).message }, UNUSABLE);
    return error === null;
  }
  let last: { readonly outcome: Promise<boolean>; until: number } | null = null;

  return {
    isConfigured: true,
    async send(id, { to, subject, text, html, fromName, unsubscribe }) {
      try {
        // An address as an object is one recipient, whatever it contains. A constant message id lets the server detect duplicates.
        const message = {
          from: fromName === undefined ? MAIL_FROM : { name: fromName, address },
          to: { name: '', address: to },
          subject,
          text,
          ...(html ? { html } : {}),
          ...(unsubscribe === undefined ? {} : { headers: listHeaders(unsubscribe) }),
          messageId: `<${id}@${domain}>`,
        };
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(SEND_MS) });
      } catch (error) {
        throw notDelivered(error);
      }
    },
    async isReachable() {
      if (last === null || last.until < performance.now()) {
        const current = { outcome: probe(), until: Number.POSITIVE_INFINITY };
        last = current;
        void current.outcome.then((isReachable) => {
          current.until = performance.now() + (isReachable ? REACHABLE_FOR_MS : UNREACHABLE_FOR_MS);
        });
      }
      return await last.outcome;
    },
    async check() {
      await probe();
    },
    close() {
      isClosed = true;
      transport.close();
      prober.close();
    },
  };
}

/** One-click unsubscription (RFC 8058). */
function listHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  };
}

/** The parts of nodemailer's errors that this file reads. */
interface SmtpError {
  readonly message?: string;
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** A 5xx for this mail is final (RFC 5321, 4.2.1); one for the connection or the log-in depends on settings, which may change. */
function notDelivered(error: unknown): MailNotDelivered {
  const { message = '', code = '', command = '', responseCode = 0 } = error as SmtpError;
  const isFinal = responseCode >= 500 && /^(MAIL FROM|RCPT TO|DATA)/.test(command);
  const reason = cut(message.replaceAll(/\s+/g, ' '), LONGEST_REASON);
  return new MailNotDelivered(code && !reason.includes(code) ? `${reason} (${code})` : reason, isFinal, { cause: error });
}
