import { appAbilities, appPurges, appsRef } from '@sayso/apps/ref';
import { type ContextOf, listOf } from '@sayso/core';
import { allowedPackages, runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';

const list = z.string().default('').transform(listOf);

/** Where packages that an administrator allows come from. */
export const packagesConfig = z.object({
  NPM_REGISTRY: z
    .url({ protocol: /^https?$/ })
    .default('https://registry.npmjs.org/')
    .describe('Address of the npm registry from which allowed packages are fetched. Default https://registry.npmjs.org/.'),
  NPM_REGISTRY_HOSTS: list.describe(
    'Comma-separated further hosts that the registry may send downloads to, such as cdn.example.org. Default none: the registry itself.',
  ),
  NPM_TOKEN: z.string().min(1).optional().describe('Token for the registry, sent to it alone. Default none.'),
  ALLOWED_PACKAGES: list.describe(
    'Comma-separated npm packages that apps may import, each as name@version, such as canvas-confetti@1.9.4. Default none; administrators allow others on the screen Packages.',
  ),
  USUAL_PACKAGES: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether packages that many apps import, such as echarts and antd, are fetched from the registry when the first app imports them, in versions that this release names. Default on; off leaves each to an administrator.',
    ),
});

export const needs = { apps: appsRef, runtime: runtimeRef };
export const adds = { allowedPackages, appAbilities, appPurges };
export const jobInputs = { fetch: z.object({ name: z.string(), requestId: z.string() }) };

export type PackagesContext = ContextOf<{
  config: typeof packagesConfig;
  needs: typeof needs;
  collections: typeof collections;
  jobs: typeof jobInputs;
  adds: typeof adds;
}>;
