import { type Collection, DuplicateKey, type JobState, type Logger, NotFound, newId, storeNow, storeTime } from '@sayso/core';
import type { MailDocument, MailLink } from '../collections.ts';
import { MailNotDelivered, NoMailServer } from '../errors.ts';
import type { Mail } from '../ref.ts';
import type { SealedText } from './sealed-text.ts';
import type { Transport } from './transport.ts';

/** With the queue's back-off about 40 minutes: the links in a mail are valid for an hour. */
export const DELIVERY_ATTEMPTS = 18;
/** The lease of an attempt: longer than any attempt takes. */
const LEASE_MS = 90_000;
/** How long storing the acknowledgement of a mail is retried; after that, the mail may be sent again. */
const ACKNOWLEDGE_MS = 60_000;
const ACKNOWLEDGE_PAUSE_MS = 500;
/** Mail that was queued longer ago should have a job. */
const STALE_MS = 60_000;
const LISTED = 100;
const unsent = { state: { $in: ['kept', 'queued', 'failed'] } };

export interface Delivery {
  readonly id: string;
  readonly round: number;
}

/** A mail as admins see it. */
export interface OutboxMail extends Pick<MailDocument, 'to' | 'subject' | 'state' | 'attempts' | 'error' | 'createdAt'> {
  readonly id: string;
  /** Null where a mail server is configured: admins do not need the links. */
  readonly text: string | null;
}

export interface OutboxParts {
  readonly mails: Collection<MailDocument>;
  readonly transport: Transport;
  readonly sealed: SealedText;
  readonly log: Logger;
  /** Enqueues the job that calls `deliver`; idempotent by mail and round. Resolves with the job's id. */
  enqueue(delivery: Delivery): Promise<string>;
  jobState(id: string): Promise<JobState | null>;
  /** Whether a link of a mail still works. */
  isAlive(link: MailLink): Promise<boolean>;
}

/**
 * A transactional outbox. One write decides that a mail will be sent; the job that follows can be enqueued again. Delivery is at least
 * once: a crash between the server's acknowledgement and its storing sends the mail again, under the same Message-ID.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  /** Acknowledged by the mail server, but not yet in the store. */
  readonly #accepted = new Set<string>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Stores a mail, once per `id`, and starts its delivery. Rejects when it could not be stored, and so will not be sent. */
  async add(mail: Mail, { id = newId(), link }: { readonly id?: string; readonly link?: MailLink } = {}): Promise<void> {
    const { mails, transport, sealed, log } = this.#parts;
    const { to, subject, text, ...more } = mail;
    const state = transport.isConfigured ? 'queued' : 'kept';
    const linked = link === undefined ? {} : { link };
    const fresh = { attempts: 0, error: null, round: 1, heldUntil: null, createdAt: storeTime(), ...linked };
    try {
      await mails.insertOne({ _id: id, to, subject, sealed: sealed.seal(id, text), ...sealMore(sealed, id, more), state, ...fresh });
    } catch (error) {
      if (error instanceof DuplicateKey) return;
      throw error;
    }
    if (state === 'kept') log.info({ to, subject }, 'mail: kept in the outbox, as no SMTP_URL is set');
    else await this.#enqueue({ id, round: 1 });
  }

  /** One attempt. Throws `MailNotDelivered` when it should be retried. */
  async deliver({ id, round }: Delivery, attempt: number): Promise<void> {
    const { mails, transport, sealed } = this.#parts;
    const own = { _id: id, round, state: 'queued' };
    if (this.#accepted.has(id)) return this.#acknowledge(id);
    const now = storeNow();
    const free = { $or: [{ heldUntil: null }, { heldUntil: { $lte: isoTime(now) } }] };
    const mail = await mails.findOneAndUpdate({ ...own, ...free }, { $set: { heldUntil: isoTime(now + LEASE_MS) }, $inc: { attempts: 1 } });
    if (!mail) {
      if ((await mails.count(own)) === 0) return;
      throw new MailNotDelivered('Another attempt at this mail is in flight.', false);
    }
    // The person has done without it, or was protected from it: by a new password for example, or another address.
    if (mail.link !== undefined && !(await this.#parts.isAlive(mail.link))) return void (await mails.deleteOne(own));
    try {
      const text = sealed.open(id, mail.sealed);
      if (text === null) throw new MailNotDelivered('This email can no longer be read: SECRET has changed.', true);
      await transport.send(id, { to: mail.to, subject: mail.subject, text, ...openMore(sealed, id, mail) });
    } catch (error) {
      if (!(error instanceof MailNotDelivered)) throw error;
      const isOver = error.isFinal || attempt >= DELIVERY_ATTEMPTS;
      await mails.updateOne(own, { $set: { error: error.message, heldUntil: null, ...(isOver ? { state: 'failed' } : {}) } });
      if (!isOver) throw error;
      return this.#parts.log.error({ mail: id, reason: error.message }, 'mail: could not be delivered; admins find it in the outbox');
    }
    this.#accepted.add(id);
    await this.#acknowledge(id);
  }

  /** Enqueues mail whose node died before enqueuing it, and marks mail as failed whose job has ended without a result. */
  async sweep(): Promise<void> {
    const { mails, jobState } = this.#parts;
    const old = { state: 'queued', createdAt: { $lte: isoTime(storeNow() - STALE_MS) } };
    for await (const { _id, round } of mails.stream(old)) {
      const job = await jobState(await this.#parts.enqueue({ id: _id, round }));
      if (job === null || job.status === 'queued' || job.status === 'running') continue;
      const error = job.error ?? 'The server stopped during the last attempt.';
      await mails.updateOne({ _id, round, state: 'queued' }, { $set: { state: 'failed', error, heldUntil: null } });
    }
  }

  /** Encrypts unsent mail anew that was encrypted with the key before. */
  async reseal(before: SealedText): Promise<void> {
    const { mails, sealed } = this.#parts;
    for await (const mail of mails.stream(unsent)) {
      const text = before.open(mail._id, mail.sealed);
      if (text === null) continue;
      const more = sealMore(sealed, mail._id, openMore(before, mail._id, mail));
      await mails.updateOne({ _id: mail._id, sealed: mail.sealed }, { $set: { sealed: sealed.seal(mail._id, text), ...more } });
    }
  }

  /** Newest first, at most 100. */
  async list(): Promise<OutboxMail[]> {
    const found = await this.#parts.mails.find(unsent, { sort: { createdAt: -1 }, limit: LISTED });
    return found.map((mail) => this.#shown(mail));
  }

  /** Queues it again with all attempts. Throws `NotFound`, `NoMailServer`. */
  async retry(id: string): Promise<OutboxMail> {
    const { mails, transport } = this.#parts;
    if (!transport.isConfigured) throw new NoMailServer();
    const again = { state: 'queued', attempts: 0, error: null };
    const mail = await mails.findOneAndUpdate({ _id: id, ...unsent }, { $set: again, $inc: { round: 1 } });
    if (!mail) throw new NotFound('The mail');
    await this.#enqueue({ id, round: mail.round });
    return this.#shown(mail);
  }

  /** An attempt in flight still completes. Throws `NotFound`. */
  async remove(id: string): Promise<void> {
    if ((await this.#parts.mails.deleteOne({ _id: id, ...unsent })) === 0) throw new NotFound('The mail');
  }

  /** The mail is stored: if this fails, the sweep enqueues it. */
  async #enqueue(delivery: Delivery): Promise<void> {
    await this.#parts.enqueue(delivery).catch((error: unknown) => {
      this.#parts.log.warn({ mail: delivery.id, err: error }, 'mail: could not be enqueued; the sweep retries');
    });
  }

  /** Stores that the mail was sent. Keeps its id for idempotency, and deletes its contents. */
  async #acknowledge(id: string): Promise<void> {
    const sent = { state: 'sent', to: '', subject: '', sealed: '', sealedMore: '', error: null, heldUntil: null };
    for (const until = performance.now() + ACKNOWLEDGE_MS; ; ) {
      try {
        await this.#parts.mails.updateOne({ _id: id }, { $set: sent });
        this.#accepted.delete(id);
        return;
      } catch (error) {
        if (performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, ACKNOWLEDGE_PAUSE_MS));
      }
    }
  }

  #shown({ _id, to, subject, sealed, state, attempts, error, createdAt }: MailDocument): OutboxMail {
    const text = this.#parts.transport.isConfigured ? null : this.#parts.sealed.open(_id, sealed);
    return { id: _id, to, subject, text, state, attempts, error, createdAt };
  }
}

type More = Omit<Mail, 'to' | 'subject' | 'text'>;

function sealMore(sealed: SealedText, id: string, more: More): { readonly sealedMore?: string } {
  return Object.keys(more).length === 0 ? {} : { sealedMore: sealed.seal(moreId(id), JSON.stringify(more)) };
}

/** Nothing for a mail of text alone. */
function openMore(sealed: SealedText, id: string, { sealedMore }: MailDocument): More {
  const json = sealedMore ? sealed.open(moreId(id), sealedMore) : null;
  return json === null ? {} : (JSON.parse(json) as More);
}

const moreId = (id: string): string => `${id} more`;

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
