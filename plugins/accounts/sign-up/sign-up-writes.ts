import { type Collection, DuplicateKey } from '@sayso/core';
import { APIError } from 'better-auth/api';

type Document = { readonly _id: string } & Readonly<Record<string, unknown>>;
type Table = (model: string) => Pick<Collection<Document>, 'insertOne' | 'deleteOne'>;

/**
 * Orders the writes of one sign-up. better-auth writes the user, then the account that holds the password; a crash in between leaves an
 * address that can neither sign up nor log in. Here the user is written last: until then the address is free, and a crash leaves an account
 * without a user. At a social provider the user is written first, since better-auth treats such an account as corrupt; a user without an
 * account has a verified address, by which the next sign-in links them.
 */
export class SignUpWrites {
  readonly #table: Table;
  #user: Document | null = null;

  constructor(table: Table) {
    this.#table = table;
  }

  async insert(model: string, document: Document): Promise<void> {
    if (model === 'user' && this.#user === null) {
      this.#user = document;
      return;
    }
    const isPassword = model === 'account' && document['providerId'] === 'credential' && document['userId'] === this.#user?._id;
    if (!isPassword) await this.finish();
    await this.#table(model).insertOne(document);
    if (isPassword && !(await this.#writeUser())) {
      await this.#table(model).deleteOne({ _id: document._id });
      throw emailInUse();
    }
  }

  /** Writes the user, unless it is written already. */
  async finish(): Promise<void> {
    if (!(await this.#writeUser())) throw emailInUse();
  }

  /** False: a user with this address exists. After any other error the user may have been written, so the account has to stay. */
  async #writeUser(): Promise<boolean> {
    const user = this.#user;
    this.#user = null;
    try {
      if (user !== null) await this.#table('user').insertOne(user);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
  }
}

/** A concurrent sign-up took this address. */
const emailInUse = () => new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists.' });
