import { appPurges, appsRef } from '@sayso/apps/ref';
import { compatRef } from '@sayso/compat/ref';
import type { ContextOf } from '@sayso/core';
import { entitiesRef } from '@sayso/entities/ref';
import { integrationsRef } from '@sayso/integrations/ref';
import { runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { limits } from './runs/limits.ts';

const whole = z.coerce.number().int().min(1);

/** Limits of the server functions of apps. */
export const functionsConfig = z.object({
  FUNCTION_MAX_MS: whole.max(120_000).default(30_000).describe('Time that one run of a function may take, in milliseconds. Default 30000.'),
  FUNCTION_MAX_MB: whole.min(8).max(512).default(64).describe('Memory that one run of a function may use, in megabytes. Default 64.'),
  FUNCTION_RUNS_PER_APP_AND_DAY: whole.default(10_000).describe('Runs of all functions of one app in a day (UTC). Default 10000.'),
  FUNCTION_RUNS_PER_OWNER_AND_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(30_000)
    .describe('Runs of functions of all apps of one account, deleted ones included, in a day (UTC); 0: no limit. Default 30000.'),
  FUNCTION_RUNS_PER_CALLER_AND_DAY: whole
    .default(1000)
    .describe('Runs of functions of one app that one account, or visitors at one network address, start in a day (UTC). Default 1000.'),
  FUNCTION_ROW_RUNS_PER_MINUTE: whole
    .default(60)
    .describe('Runs of one function that changes of rows start in a minute; further changes start none. Default 60.'),
  FUNCTION_RUN_DAYS: whole.default(14).describe('Days that runs of functions and their logs are kept. Default 14.'),
});

export const needs = { apps: appsRef, compat: compatRef, entities: entitiesRef, integrations: integrationsRef, runtime: runtimeRef };
export const adds = { appPurges };

/** One run without a caller: due by a schedule, or started by a changed row. */
export const runTask = z.object({
  appId: z.string(),
  name: z.string(),
  trigger: z.enum(['schedule', 'row']),
  /** What the function is given. */
  input: z.record(z.string(), z.unknown()),
});
export type RunTask = z.infer<typeof runTask>;
export const noInput = z.object({});

export type FunctionsContext = ContextOf<{
  config: typeof functionsConfig;
  needs: typeof needs;
  collections: typeof collections;
  jobs: { run: typeof runTask; startDue: typeof noInput };
  adds: typeof adds;
  limits: typeof limits;
}>;
