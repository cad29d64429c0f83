import { type Actor, InvalidInput, NotFound } from '@sayso/core';
import type { AppMember, PropertySchema } from '../ref.ts';
import type { AppAccess } from './access.ts';
import { isOwnField } from './person-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One value that an app keeps about a person. */
export interface PersonField {
  readonly name: string;
  /** Null where nothing is kept. */
  readonly value: unknown;
  /** `string`, `number`, `boolean` and the like; null for a field that the table `User` does not have. */
  readonly type: string | null;
}

/** What an app keeps about a person who uses it. */
export interface PersonDetails {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: string;
  readonly isBuilder: boolean;
  /** The columns of the app's table `User`, then other values, each by its name. */
  readonly fields: readonly PersonField[];
}

const SAID = new Set(['id', 'name', 'email', 'emailVerified', 'role']);

/** One person of an app, for those who may edit it. */
export class PeopleDetails {
  readonly #access: AppAccess;

  constructor(access: AppAccess) {
    this.#access = access;
  }

  async of(actor: Actor, appId: string, id: string): Promise<PersonDetails> {
    const [person] = await this.#access.people(actor, appId, [id]);
    if (person === undefined) throw new NotFound('The person');
    return this.#toDetails(appId, person);
  }

  /** Null removes a field. Throws `InvalidInput` for what the server says of a person. */
  async change(actor: Actor, appId: string, { id, fields }: { readonly id: string; readonly fields: Fields }): Promise<PersonDetails> {
    const servers = Object.keys(fields).find((name) => !isOwnField(name));
    if (servers !== undefined)
      throw new InvalidInput(`"${servers.slice(0, 100)}" is said by the server, so the app cannot keep it. Use another name.`);
    return this.#toDetails(appId, await this.#access.updatePerson(actor, appId, id, fields));
  }

  async logOut(actor: Actor, appId: string, id: string): Promise<void> {
    await this.#access.logOutPerson(actor, appId, id);
  }

  async #toDetails(appId: string, { user, isBuilder }: AppMember): Promise<PersonDetails> {
    const columns = new Map<string, PropertySchema>();
    for (const { User: people } of await this.#access.schemasInUse(appId))
      for (const [name, property] of Object.entries(people?.properties ?? {}))
        if (isOwnField(name) && !columns.has(name)) columns.set(name, property);
    const { id, name, email, emailVerified, role, ...kept } = user;
    const others = Object.keys(kept).filter((one) => !SAID.has(one) && !columns.has(one));
    const fields = [...columns.keys(), ...others.sort()].map((one) => ({
      name: one,
      value: Object.hasOwn(kept, one) ? (kept[one] ?? null) : null,
      type: columns.get(one)?.type ?? null,
    }));
    return { id, name, email, emailVerified, role, isBuilder, fields };
  }
}
