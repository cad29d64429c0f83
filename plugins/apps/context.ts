import { accountsRef, appRules } from '@sayso/accounts/ref';
import type { ContextOf } from '@sayso/core';
import { appDirectory, runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { appsConfig } from './config.ts';
import { appPurges } from './ref.ts';

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
