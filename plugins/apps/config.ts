import { accountsRef, appRules } from '@sayso/accounts/ref';
import type { ContextOf } from '@sayso/core';
import { appDirectory, runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';
import { appPurges } from './ref.ts';

const whole = z.coerce.number().int().min(1);

/** Quotas of an account and of an app. */
export const appsConfig = z.object({
  MAX_APPS_PER_ACCOUNT: whole.default(200).describe('Apps that one account may have. Default 200.'),
  MAX_TABLES_PER_APP: whole.default(100).describe('Tables that one app may have. Default 100.'),
});

export const needs = { accounts: accountsRef, runtime: runtimeRef };
export const extensionPoints = { purges: appPurges };
export const adds = { appDirectory, appRules };
export const jobInputs = { purge: z.object({}) };

/** What the parts of this plugin share. */
export type AppsContext = ContextOf<{
  config: typeof appsConfig;
  needs: typeof needs;
  collections: typeof collections;
  jobs: typeof jobInputs;
  extensionPoints: typeof extensionPoints;
  adds: typeof adds;
}>;
