import { accountsRef, appRules } from '@sayso/accounts/ref';
import { type ContextOf, worker } from '@sayso/core';
import { appDirectory, runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { ReadProject } from './importing/project.ts';
import type { limits } from './records/limits.ts';
import { appAbilities, appBranches, appFetch, appFiles, appPurges } from './ref.ts';

const whole = z.coerce.number().int().min(1);
const orNone = z.coerce.number().int().min(0);

/** Quotas of an account and of an app. */
export const appsConfig = z.object({
  MAX_APPS_PER_ACCOUNT: whole.default(200).describe('Apps that one account may have. Default 200.'),
  PROJECT_MAX_BYTES: whole.default(20_000_000).describe('Size of a project that is imported as a zip, in bytes. Default 20000000.'),
  FONTS_URL: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('https://fonts.googleapis.com')
    .describe(
      'Where the fonts of Google Fonts that an imported project loads are fetched from, such as a mirror: they become files of the app. Empty: from nowhere, and imports go without them. Default https://fonts.googleapis.com.',
    )
    .meta({ testDefault: '' }),
  APPS_PER_ACCOUNT_AND_DAY: orNone
    .default(300)
    .describe('Apps that one account makes in a day (UTC), those that it deletes included; 0: no limit. Default 300.'),
  BRANCHES_PER_ACCOUNT_AND_DAY: orNone
    .default(200)
    .describe('Ideas that are begun in all apps of one account in a day (UTC); 0: no limit. Default 200.'),
  MAX_ADDRESSES_PER_ACCOUNT: whole
    .default(300)
    .describe('Addresses at which apps of one account were published and opened, also earlier ones, which stay reserved. Default 300.'),
  ADDRESSES_PER_ACCOUNT_AND_DAY: orNone
    .default(50)
    .describe('New addresses at which apps of one account are published in a day (UTC); 0: no limit. Default 50.'),
  INVITATIONS_PER_ACCOUNT_AND_DAY: orNone
    .default(100)
    .describe('Invitations to build apps that one account makes in a day (UTC); 0: no limit. Default 100.'),
  INVITATIONS_PER_RECIPIENT_AND_DAY: orNone
    .default(5)
    .describe('Invitations to build apps that one address gets by mail in a day (UTC); 0: no limit. Default 5.'),
  MAX_BRANCHES_PER_APP: whole.default(5).describe('Ideas that are tried on copies of one app at a time. Default 5.'),
  MAX_TABLES_PER_APP: whole.default(100).describe('Tables that one app may have. Default 100.'),
});

export const needs = { accounts: accountsRef, runtime: runtimeRef };
export const extensionPoints = { purges: appPurges, branches: appBranches, abilities: appAbilities, files: appFiles, fetch: appFetch };
export const adds = { appDirectory, appRules };
export const workers = {
  readArchive: worker<Uint8Array, ReadProject>(new URL('./importing/archive.worker.ts', import.meta.url), {
    timeoutMs: 20_000,
    memoryMb: 512,
  }),
};
export const jobInputs = { purge: z.object({}), settleFiles: z.object({}) };

/** What the parts of this plugin share. */
export type AppsContext = ContextOf<{
  config: typeof appsConfig;
  needs: typeof needs;
  collections: typeof collections;
  workers: typeof workers;
  jobs: typeof jobInputs;
  extensionPoints: typeof extensionPoints;
  adds: typeof adds;
  limits: typeof limits;
}>;
