import { accountsRef } from '@sayso/accounts/ref';
import type { PluginContext } from '@sayso/core';
import { runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { AppsConfig } from './config.ts';

export const needs = { accounts: accountsRef, runtime: runtimeRef };
export const jobInputs = { purge: z.object({}) };

/** What the parts of this plugin share. */
export type AppsContext = PluginContext<AppsConfig, typeof needs, typeof collections, Record<never, never>, typeof jobInputs>;
