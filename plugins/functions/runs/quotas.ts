import type { App } from '@sayso/apps/ref';
import { Conflict, type LimitSpecs } from '@sayso/core';
import type { FunctionsContext } from '../config.ts';
import { FunctionQuotaReached } from '../errors.ts';

const refuse = (sentence: string) => () => new FunctionQuotaReached(sentence);

/** Runs are counted for the caller, the app, and the account that owns it: apps cost nothing, and those that were deleted go on counting. */
export const limits = {
  runsOfCaller: {
    unit: 'runs',
    window: 'day',
    most: 'FUNCTION_RUNS_PER_CALLER_AND_DAY',
    words: 'Runs of functions of one app that one caller starts in a day',
    refusal: refuse('You have used the functions of this app as often as it allows in a day. Please try again tomorrow.'),
  },
  runsOfApp: {
    unit: 'runs',
    window: 'day',
    most: 'FUNCTION_RUNS_PER_APP_AND_DAY',
    words: 'Runs of all functions of one app in a day',
    refusal: refuse('The functions of this app ran as often today as they may. Please try again tomorrow.'),
  },
  runsOfOwner: {
    unit: 'runs',
    window: 'day',
    most: 'FUNCTION_RUNS_PER_OWNER_AND_DAY',
    words: 'Runs of functions of all apps of one account in a day',
    refusal: refuse('The functions of all apps of this owner ran as often today as they may. Please try again tomorrow.'),
  },
  rowRuns: {
    unit: 'runs',
    window: 'minute',
    most: 'FUNCTION_ROW_RUNS_PER_MINUTE',
    words: 'Runs of one function that changes of rows start in a minute',
  },
  variables: {
    unit: 'variables',
    window: 'none',
    most: 50,
    words: 'Variables of the functions of one app',
    refusal: (most) => new Conflict(`An app has at most ${most} variables.`),
  },
} satisfies LimitSpecs;

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
    const refusal = refuse(`Changes of rows started "${name}" as often as they may in a minute.`);
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
