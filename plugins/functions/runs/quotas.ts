import type { App } from '@sayso/apps/ref';
import type { FunctionsContext } from '../config.ts';
import { FunctionQuotaReached } from '../errors.ts';

/** Counts runs. Each method throws `FunctionQuotaReached`. */
export class RunQuotas {
  readonly #limits: FunctionsContext['limits'];

  constructor({ limits: own }: Pick<FunctionsContext, 'limits'>) {
    this.#limits = own;
  }

  /** A run that a caller starts. */
  async takeCall(app: Pick<App, 'id' | 'ownerId'>, callerKey: string): Promise<void> {
    await this.#limits.takeAll([{ key: 'runsOfCaller', subject: `${app.id} ${callerKey}`, amount: 1 }, ...ofApp(app)]);
  }

  /** A run without a caller. Changes of rows may start only so many in a minute. */
  async takeTriggered(app: Pick<App, 'id' | 'ownerId'>, name: string, trigger: 'schedule' | 'row'): Promise<void> {
    const refusal = () => new FunctionQuotaReached(`Changes of rows started "${name}" as often as they may in a minute.`);
    const row = trigger === 'row' ? [{ key: 'rowRuns' as const, subject: `${app.id} ${name}`, amount: 1, refusal }] : [];
    await this.#limits.takeAll([...row, ...ofApp(app)]);
  }

  /** A run that another function starts: not of the caller, who has made one call. */
  async takeNested(app: Pick<App, 'id' | 'ownerId'>): Promise<void> {
    await this.#limits.takeAll(ofApp(app));
  }
}

function ofApp({ id, ownerId }: Pick<App, 'id' | 'ownerId'>) {
  return [
    { key: 'runsOfApp', subject: id, amount: 1 },
    { key: 'runsOfOwner', subject: ownerId, amount: 1 },
  ] as const;
}
