import { type Collection, DuplicateKey } from '@sayso/core';
import { APIError } from 'better-auth/api';

type Document = { readonly _id: string } & Readonly<Record<string, unknown>>;
type Table = (model: string) => Pick<Collection<Document>, 'insertOne' | 'deleteOne'>;

/**
 * The order of the writes of one sign-up. better-auth writes the user, then the account that holds the password; a process that dies in
 * between leaves an address that nobody can sign up with or log in to. Here the user comes last, so that until then the address is free;
 * what is left of such a sign-up is an account of no user. An account at a social provider must not be without its user, which better-auth
 * takes for damage; a user without it has a verified address, by which the next sign-in links them. So there the user comes first.
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

  /** Writes the user, unless that is done. */
  async finish(): Promise<void> {
    if (!(await this.#writeUser())) throw emailInUse();
  }

  /** False: there is a user with this address. After any other error the user may have been written, so that the account has to stay. */
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

/** Another sign-up with this address was faster. */
const emailInUse = () => new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists.' });
