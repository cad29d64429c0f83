import { type Collection, DuplicateKey, type JobState, type Logger, NotFound, newId } from '@sayso/core';
import type { MailDocument } from '../collections.ts';
import { MailNotDelivered, NoMailServer } from '../errors.ts';
import type { Mail } from '../ref.ts';
import type { SealedText } from './sealed-text.ts';
import type { Transport } from './transport.ts';

/** With the queue's back-off about 40 minutes: the links in a mail work for an hour. */
export const DELIVERY_ATTEMPTS = 18;
/** Longer than an attempt takes. */
const HOLD_MS = 90_000;
/** The acknowledgement of a mail is stored within this, or the mail may go out again. */
const ACKNOWLEDGE_MS = 60_000;
const ACKNOWLEDGE_PAUSE_MS = 500;
/** What was queued longer ago should have a job. */
const SETTLED_MS = 60_000;
const LISTED = 100;
const unsent = { state: { $in: ['kept', 'queued', 'failed'] } };

export interface Delivery {
  readonly id: string;
  readonly round: number;
}

/** A mail as admins see it. */
export interface OutboxMail extends Pick<MailDocument, 'to' | 'subject' | 'state' | 'attempts' | 'error' | 'createdAt'> {
  readonly id: string;
  /** Null where a mail server delivers: nobody else needs the links. */
  readonly text: string | null;
}

export interface OutboxParts {
  readonly mails: Collection<MailDocument>;
  readonly transport: Transport;
  readonly sealed: SealedText;
  readonly log: Logger;
  /** Enqueues the job that calls `deliver`; idempotent by mail and round. Answers the job's id. */
  enqueue(delivery: Delivery): Promise<string>;
  jobState(id: string): Promise<JobState | null>;
}

/**
 * Mail on its way. One write decides that a mail will be sent; the job that follows can be enqueued again. A mail is sent at least once: a
 * server that takes it and dies before it is noted may get it again, under the same Message-ID.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  /** Accepted by the mail server, not yet noted in the store. */
  readonly #accepted = new Set<string>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Stores a mail, once per `id`, and begins to deliver it. Rejects when it could not be stored: then it will not be sent. */
  async add(mail: Mail, id = newId()): Promise<void> {
    const { mails, transport, sealed, log } = this.#parts;
    const { to, subject } = mail;
    const state = transport.isConfigured ? 'queued' : 'kept';
    const fresh = { attempts: 0, error: null, round: 1, heldUntil: null, createdAt: new Date().toISOString() };
    try {
      await mails.insertOne({ _id: id, to, subject, sealed: sealed.seal(id, mail.text), state, ...fresh });
    } catch (error) {
      if (error instanceof DuplicateKey) return;
      throw error;
    }
    if (state === 'kept') log.info({ to, subject }, 'mail: kept in the outbox, as no SMTP_URL is set');
    else await this.#enqueue({ id, round: 1 });
  }

  /** One attempt. Throws `MailNotDelivered` when another one is worth while. */
  async deliver({ id, round }: Delivery, attempt: number): Promise<void> {
    const { mails, transport, sealed } = this.#parts;
    const own = { _id: id, round, state: 'queued' };
    if (this.#accepted.has(id)) return this.#acknowledge(id);
    const now = Date.now();
    const free = { $or: [{ heldUntil: null }, { heldUntil: { $lte: isoTime(now) } }] };
    const mail = await mails.findOneAndUpdate({ ...own, ...free }, { $set: { heldUntil: isoTime(now + HOLD_MS) }, $inc: { attempts: 1 } });
    if (!mail) {
      if ((await mails.count(own)) === 0) return;
      throw new MailNotDelivered('Another attempt at this mail is in flight.', false);
    }
    try {
      const text = sealed.open(id, mail.sealed);
      if (text === null) throw new MailNotDelivered('This email can no longer be read: SECRET has changed.', true);
      await transport.send(id, { to: mail.to, subject: mail.subject, text });
    } catch (error) {
      if (!(error instanceof MailNotDelivered)) throw error;
      const isOver = error.isFinal || attempt >= DELIVERY_ATTEMPTS;
      await mails.updateOne(own, { $set: { error: error.message, heldUntil: null, ...(isOver ? { state: 'failed' } : {}) } });
      if (!isOver) throw error;
      return this.#parts.log.error({ mail: id, err: error }, 'mail: could not be delivered; admins find it in the outbox');
    }
    this.#accepted.add(id);
    await this.#acknowledge(id);
  }

  /** Enqueues what was stored just before its node died, and ends what a dead job left behind. */
  async sweep(): Promise<void> {
    const { mails, jobState } = this.#parts;
    const old = { state: 'queued', createdAt: { $lte: isoTime(Date.now() - SETTLED_MS) } };
    for await (const { _id, round } of mails.stream(old)) {
      const job = await jobState(await this.#parts.enqueue({ id: _id, round }));
      if (job === null || job.status === 'queued' || job.status === 'running') continue;
      const error = job.error ?? 'The server stopped during the last attempt.';
      await mails.updateOne({ _id, round, state: 'queued' }, { $set: { state: 'failed', error, heldUntil: null } });
    }
  }

  /** Newest first, at most 100. */
  async list(): Promise<OutboxMail[]> {
    const found = await this.#parts.mails.find(unsent, { sort: { createdAt: -1 }, limit: LISTED });
    return found.map((mail) => this.#shown(mail));
  }

  /** Delivers it as if it were new. Throws `NotFound`, `NoMailServer`. */
  async retry(id: string): Promise<OutboxMail> {
    const { mails, transport } = this.#parts;
    if (!transport.isConfigured) throw new NoMailServer();
    const again = { state: 'queued', attempts: 0, error: null };
    const mail = await mails.findOneAndUpdate({ _id: id, ...unsent }, { $set: again, $inc: { round: 1 } });
    if (!mail) throw new NotFound('The mail');
    await this.#enqueue({ id, round: mail.round });
    return this.#shown(mail);
  }

  /** An attempt in flight comes to its end. Throws `NotFound`. */
  async remove(id: string): Promise<void> {
    if ((await this.#parts.mails.deleteOne({ _id: id, ...unsent })) === 0) throw new NotFound('The mail');
  }

  /** It is stored: when it cannot be enqueued, the sweep does it. */
  async #enqueue(delivery: Delivery): Promise<void> {
    await this.#parts.enqueue(delivery).catch((error: unknown) => {
      this.#parts.log.warn({ mail: delivery.id, err: error }, 'mail: stored, and enqueued later');
    });
  }

  /** The mail is out. Its id stays, so that whatever asks for it again finds it sent; what it held goes. */
  async #acknowledge(id: string): Promise<void> {
    const sent = { state: 'sent', to: '', subject: '', sealed: '', error: null, heldUntil: null };
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

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
