import { type Collection, Conflict, InvalidInput, storeTime } from '@sayso/core';
import type { Sealing } from '@sayso/integrations/ref';
import type { VariableDocument } from '../collections.ts';
import type { FunctionsContext } from '../config.ts';
import type { EnvironmentVariable, SetVariable } from '../ref.ts';

const SECRETS = 'functions.environment';
const NAME = /^[A-Za-z_]\w{0,63}$/;
const MAX_VALUE = 5000;
const MAX_PER_APP = 50;

/** What the functions of apps read by name: settings, and secrets, which are encrypted and never read by people again. */
export class Environment {
  readonly #variables: Collection<VariableDocument>;
  readonly #context: Pick<FunctionsContext, 'host' | 'needs'>;
  readonly #seal: Sealing;

  constructor(context: Pick<FunctionsContext, 'collections' | 'host' | 'needs'>) {
    this.#context = context;
    this.#variables = context.collections.variables;
    this.#seal = context.needs.integrations.sealing(context.host.deriveKey(SECRETS));
  }

  /** By name, for the people who build the app. */
  async list(appId: string): Promise<EnvironmentVariable[]> {
    return (await this.#variables.find({ appId }, { sort: { name: 1 } })).map(viewOf);
  }

  /** For a run. A secret that cannot be decrypted any more is left out. */
  async open(appId: string): Promise<{ readonly name: string; readonly value: string; readonly isSecret: boolean }[]> {
    return (await this.#variables.find({ appId }, { sort: { name: 1 } })).flatMap(({ _id, name, isSecret, value: kept }) => {
      const value = isSecret ? this.#seal.open(kept, _id) : kept;
      return value === null ? [] : [{ name, value, isSecret }];
    });
  }

  /** Throws `InvalidInput`, and `Conflict` for one too many. */
  async set({ appId, name, value, isSecret }: SetVariable): Promise<EnvironmentVariable> {
    if (!NAME.test(name))
      throw new InvalidInput(`"${name.slice(0, 100)}" is no name. Use letters, digits and underscores, such as STRIPE_KEY.`);
    if (value === '' || value.length > MAX_VALUE) throw new InvalidInput(`A value has 1 to ${MAX_VALUE} characters.`);
    const _id = `${appId} ${name}`;
    const isNew = (await this.#variables.findOne({ _id })) === null;
    if (isNew && (await this.#variables.count({ appId })) >= MAX_PER_APP)
      throw new Conflict(`An app has at most ${MAX_PER_APP} variables.`);
    const kept = isSecret ? this.#seal.seal(value, _id) : value;
    const document = { _id, appId, name, isSecret, value: kept, updatedAt: storeTime() };
    await this.#variables.replaceOne({ _id }, document, { upsert: true });
    return viewOf(document);
  }

  async remove(appId: string, name: string): Promise<void> {
    await this.#variables.deleteOne({ _id: `${appId} ${name}` });
  }

  async removeApp(appId: string): Promise<void> {
    await this.#variables.deleteMany({ appId });
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

function viewOf({ _id: id, name, isSecret, value, updatedAt }: VariableDocument): EnvironmentVariable {
  return { id, name, isSecret, value: isSecret ? null : value, updatedAt };
}
