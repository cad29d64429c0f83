import { Conflict, type LimitSpecs } from '@sayso/core';
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
