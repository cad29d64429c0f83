import { accountsRef, appRules } from '@sayso/accounts/ref';
import type { PluginContext } from '@sayso/core';
import { appDirectory, runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { AppsConfig } from './config.ts';
import { appPurges } from './ref.ts';

export const needs = { accounts: accountsRef, runtime: runtimeRef };
export const extensionPoints = { purges: appPurges };
export const adds = { appDirectory, appRules };
export const jobInputs = { purge: z.object({}) };

/** What the parts of this plugin share. */
export type AppsContext = PluginContext<
  AppsConfig,
  typeof needs,
  typeof collections,
  Record<never, never>,
  typeof jobInputs,
  typeof extensionPoints,
  typeof adds
>;
