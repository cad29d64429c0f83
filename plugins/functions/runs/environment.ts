import { type Collection, InvalidInput, storeTime } from '@sayso/core';
import type { IsolatedValue, Sealing } from '@sayso/integrations/ref';
import type { VariableDocument } from '../collections.ts';
import type { FunctionsContext } from '../config.ts';
import type { EnvironmentVariable, SetVariable } from '../ref.ts';

const SECRETS = 'functions.environment';
const NAME = /^[A-Za-z_]\w{0,63}$/;
const MAX_VALUE = 5000;

/** A variable as a person entered it. */
export interface EnteredVariable extends SetVariable {
  readonly hosts: readonly string[];
  readonly enteredBy: string | null;
}

interface AllowedHosts {
  readonly by: string | null;
  /** Those that are new to the function. */
  readonly hosts: readonly string[];
  /** Whether the function reads a variable of this name. */
  isRead(name: string): boolean;
}

/** What the functions of apps read by name: settings, and secrets, which are encrypted and never read by people again. */
export class Environment {
  readonly #variables: Collection<VariableDocument>;
  readonly #context: Pick<FunctionsContext, 'host' | 'needs' | 'limits'>;
  readonly #seal: Sealing;

  constructor(context: Pick<FunctionsContext, 'collections' | 'host' | 'needs' | 'limits'>) {
    this.#context = context;
    this.#variables = context.collections.variables;
    this.#seal = context.needs.integrations.sealing(context.host.deriveKey(SECRETS));
  }

  /** By name, for the people who build the app. */
  async list(appId: string): Promise<EnvironmentVariable[]> {
    return (await this.#variables.find({ appId }, { sort: { name: 1 } })).map(viewOf);
  }

  /** For a run. A secret that cannot be decrypted any more is left out. */
  async open(appId: string): Promise<IsolatedValue[]> {
    const found = await this.#variables.find({ appId }, { sort: { name: 1 } });
    return found.flatMap(({ _id, name, isSecret, value: kept, hosts }): IsolatedValue[] => {
      if (!isSecret) return [{ name, value: kept, isSecret }];
      const value = this.#seal.open(kept, _id);
      return value === null ? [] : [{ name, value, isSecret, hosts }];
    });
  }

  /** Throws `InvalidInput`, and `Conflict` for one too many. */
  async set({ appId, name, value, isSecret, hosts, enteredBy }: EnteredVariable): Promise<EnvironmentVariable> {
    if (!NAME.test(name))
      throw new InvalidInput(`"${name.slice(0, 100)}" is no name. Use letters, digits and underscores, such as STRIPE_KEY.`);
    if (value === '' || value.length > MAX_VALUE) throw new InvalidInput(`A value has 1 to ${MAX_VALUE} characters.`);
    const _id = `${appId} ${name}`;
    const existing = () => this.#idsOf(appId);
    await this.#context.limits.take('variables', appId, 1, { idempotencyKey: _id, existing });
    const kept = isSecret ? this.#seal.seal(value, _id) : value;
    const entered = { hosts: isSecret ? [...hosts] : [], enteredBy };
    const document = { _id, appId, name, isSecret, value: kept, ...entered, updatedAt: storeTime() };
    await this.#variables.replaceOne({ _id }, document, { upsert: true });
    return viewOf(document);
  }

  /**
   * A function may call further servers, which an account has allowed. Secrets that the account entered before any server could be called are
   * for these from now on; all others stay with the servers that they were entered for, and have to be entered again for another one.
   */
  async allowed(appId: string, { by, hosts, isRead }: AllowedHosts): Promise<void> {
    if (by === null || hosts.length === 0) return;
    for (const { _id, name } of await this.#variables.find({ appId, isSecret: true, hosts: [], enteredBy: by })) {
      if (isRead(name)) await this.#variables.updateOne({ _id, hosts: [], enteredBy: by }, { $set: { hosts: [...hosts] } });
    }
  }

  async remove(appId: string, name: string): Promise<void> {
    const _id = `${appId} ${name}`;
    await this.#variables.deleteOne({ _id });
    await this.#context.limits.release('variables', appId, 1, { idempotencyKey: _id });
  }

  async #idsOf(appId: string): Promise<string[]> {
    return (await this.#variables.find({ appId }, { projection: { _id: 1 } })).map(({ _id }) => _id);
  }

  async removeApp(appId: string): Promise<void> {
    await this.#variables.deleteMany({ appId });
    await this.#context.limits.forget('variables', appId);
  }

  /** Encrypts secrets anew while SECRET is replaced. */
  async reseal(): Promise<void> {
    const { host, needs } = this.#context;
    if (host.replacedKey === undefined) return;
    const before = needs.integrations.sealing(host.replacedKey(SECRETS));
    for await (const { _id, isSecret, value: kept } of this.#variables.stream({})) {
      const value = isSecret ? before.open(kept, _id) : null;
      if (value !== null) await this.#variables.updateOne({ _id }, { $set: { value: this.#seal.seal(value, _id) } });
    }
  }
}

function viewOf({ _id: id, name, isSecret, value, hosts, updatedAt }: VariableDocument): EnvironmentVariable {
  return { id, name, isSecret, value: isSecret ? null : value, hosts, updatedAt };
}
