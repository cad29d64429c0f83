import { type Collection, newId, storeNow, storeTime } from '@sayso/core';
import type { InvitationDocument } from '../collections.ts';

const DAY = 24 * 60 * 60_000;
const MAX_LISTED = 200;

/** A link that lets people build here, as admins see it. The code itself is not stored. */
export interface Invitation {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** How many accounts it can make builders of in total. */
  readonly uses: number;
  readonly usesLeft: number;
}

export interface NewInvitation {
  /** From 1 to 1000. */
  readonly uses: number;
  /** Days until it expires, from 1 to 90. */
  readonly days: number;
}

/** Invitations to build: bearer codes, stored as hashes. They work while the account that made them may invite. */
export class Invitations {
  readonly #invitations: Collection<InvitationDocument>;
  readonly #mayInvite: (accountId: string) => Promise<boolean>;

  constructor(invitations: Collection<InvitationDocument>, mayInvite: (accountId: string) => Promise<boolean>) {
    this.#invitations = invitations;
    this.#mayInvite = mayInvite;
  }

  async create(createdBy: string, { uses, days }: NewInvitation): Promise<{ readonly invitation: Invitation; readonly code: string }> {
    const code = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    const now = storeNow();
    const document: InvitationDocument = {
      _id: newId(),
      hash: await hashOf(code),
      createdBy,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + days * DAY).toISOString(),
      uses,
      usesLeft: uses,
      revoked: false,
    };
    await this.#invitations.insertOne(document);
    return { invitation: toInvitation(document), code };
  }

  /** Valid ones, newest first. */
  async list(): Promise<Invitation[]> {
    const found = await this.#invitations.find(working(), { sort: { createdAt: -1 }, limit: MAX_LISTED });
    return found.map(toInvitation);
  }

  /** Invalidates the invitation. False for an unknown one. */
  async revoke(id: string): Promise<boolean> {
    return (await this.#invitations.updateOne({ _id: id }, { $set: { revoked: true } })) > 0;
  }

  async isOpen(code: string): Promise<boolean> {
    const found = await this.#invitations.findOne({ ...working(), hash: await hashOf(code) });
    return found !== null && (await this.#mayInvite(found.createdBy));
  }

  /** Takes one use; false when none is left. Atomic under concurrent calls. */
  async take(code: string): Promise<boolean> {
    if (!(await this.isOpen(code))) return false;
    const taken = await this.#invitations.findOneAndUpdate({ ...working(), hash: await hashOf(code) }, { $inc: { usesLeft: -1 } });
    return taken !== null;
  }
}

const working = () => ({ revoked: false, usesLeft: { $gt: 0 }, expiresAt: { $gt: storeTime() } });

function toInvitation({ _id: id, createdBy, createdAt, expiresAt, uses, usesLeft }: InvitationDocument): Invitation {
  return { id, createdBy, createdAt, expiresAt, uses, usesLeft };
}

async function hashOf(code: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))).toString('hex');
}
