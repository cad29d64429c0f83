import { appPurges, appsRef } from '@sayso/apps/ref';
import type { ContextOf } from '@sayso/core';
import { runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';
import { integrationEndpoints } from './ref.ts';

const whole = z.coerce.number().int().min(1);

/** Limits of the files that people upload in apps. */
export const integrationsConfig = z.object({
  UPLOAD_MAX_BYTES: whole
    .max(100_000_000)
    .default(50_000_000)
    .describe('Size of one uploaded file, in bytes; images are below 10000000. Default 50000000.'),
  UPLOAD_MAX_PIXELS: whole.default(50_000_000).describe('Pixels of one uploaded image, width times height. Default 50000000.'),
  UPLOADS_AT_ONCE: whole.default(200).describe('Uploads that one process receives at the same time. Default 200.'),
  UPLOADS_AT_ONCE_PER_APP: whole.default(50).describe('Uploads to one app that one process receives at the same time. Default 50.'),
  FILES_PER_APP: whole.default(20_000).describe('Uploaded files that one app may have. Default 20000.'),
  FILE_BYTES_PER_APP: whole.default(5_000_000_000).describe('Size of all uploaded files of one app, in bytes. Default 5000000000.'),
  FILES_PER_APP_AND_DAY: whole.default(5000).describe('Files that people upload to one app in a day (UTC). Default 5000.'),
  FILE_BYTES_PER_APP_AND_DAY: whole
    .default(2_000_000_000)
    .describe('Size of the files that people upload to one app in a day (UTC), in bytes. Default 2000000000.'),
  FILES_PER_CALLER_AND_DAY: whole
    .default(500)
    .describe('Files that one account, or visitors at one network address, upload to one app in a day (UTC). Default 500.'),
  FILE_BYTES_PER_CALLER_AND_DAY: whole
    .default(1_000_000_000)
    .describe(
      'Size of the files that one account, or visitors at one network address, upload to one app in a day (UTC), in bytes. Default 1000000000.',
    ),
});
export type IntegrationsConfig = z.output<typeof integrationsConfig>;

export const needs = { apps: appsRef, runtime: runtimeRef };
export const adds = { appPurges };
export const extensionPoints = { endpoints: integrationEndpoints };

export type IntegrationsContext = ContextOf<{
  config: typeof integrationsConfig;
  needs: typeof needs;
  collections: typeof collections;
  extensionPoints: typeof extensionPoints;
  adds: typeof adds;
}>;
