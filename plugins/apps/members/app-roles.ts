import { type Actor, Conflict, NotFound } from '@sayso/core';
import type { AppMember } from '../ref.ts';
import type { AppAccess } from './access.ts';
import { roleName } from './members.ts';
import { ADMIN, tablesByRole, USER } from './role-names.ts';

/** A person who uses an app, as its builders see them. */
export interface PersonInApp {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** Builds the app, and so has the role `admin` in it. */
  readonly isBuilder: boolean;
}

/** A role that people have or that rules name. */
export interface RoleInApp {
  readonly name: string;
  readonly people: number;
  /** The tables whose rules name it, in the published or the current version. */
  readonly tables: readonly string[];
}

export interface PeopleInApp {
  readonly people: readonly PersonInApp[];
  readonly roles: readonly RoleInApp[];
}

/** The people who use an app and their roles in it, for those who build it. */
export class AppRoles {
  readonly #access: AppAccess;

  constructor(access: AppAccess) {
    this.#access = access;
  }

  async list(actor: Actor, appId: string): Promise<PeopleInApp> {
    const [members, tables, inUse] = await Promise.all([
      this.#access.people(actor, appId),
      this.#access.schemasInUse(appId).then(tablesByRole),
      this.#access.rolesInUse(actor, appId),
    ]);
    const people = members.map(toPerson);
    const names = new Set([USER, ADMIN, ...tables.keys(), ...people.map(({ role }) => role), ...inUse]);
    const roles = [...names].map((name) => ({
      name,
      people: people.filter(({ role }) => role === name).length,
      tables: tables.get(name) ?? [],
    }));
    return { people, roles };
  }

  /** Throws `Conflict` for people who build the app. */
  async setRole(actor: Actor, appId: string, { accountId, role }: { readonly accountId: string; readonly role: string }): Promise<void> {
    await this.#access.setPersonRole(actor, appId, accountId, role);
  }

  /** Gives everyone who has a role another name of it. Throws `Conflict` while rules name it, or where the new name is one already. */
  async rename(actor: Actor, appId: string, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
    const { roles } = await this.list(actor, appId);
    const name = roleName(to);
    if (roles.some((role) => role.name === name)) throw new Conflict(`There is already a role "${name}".`);
    await this.#access.changeRole(actor, appId, { from: this.#changeable(roles, from), to: name });
  }

  /** Makes everyone who has a role a user. Throws `Conflict` while rules name it. */
  async remove(actor: Actor, appId: string, role: string): Promise<void> {
    const { roles } = await this.list(actor, appId);
    await this.#access.changeRole(actor, appId, { from: this.#changeable(roles, role), to: USER });
  }

  #changeable(roles: readonly RoleInApp[], name: string): string {
    const role = roles.find((one) => one.name === name);
    if (role === undefined) throw new NotFound(`The role "${name.slice(0, 60)}"`);
    if (name === USER || name === ADMIN) throw new Conflict(`Every app has the role "${name}".`);
    if (role.tables.length > 0)
      throw new Conflict(
        `Rules of ${role.tables.slice(0, 5).join(', ')} name the role "${name}". Change them first, or give people another role.`,
      );
    return name;
  }
}

function toPerson({ user: { id, name, email, role }, isBuilder }: AppMember): PersonInApp {
  return { id, name, email, role, isBuilder };
}
