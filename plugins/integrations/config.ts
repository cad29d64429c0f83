import { accountsRef } from '@sayso/accounts/ref';
import { appAbilities, appFetch, appFiles, appPurges, appsRef } from '@sayso/apps/ref';
import { type ContextOf, type LimitSpecs, listOf } from '@sayso/core';
import { entitiesRef, rowFiles } from '@sayso/entities/ref';
import { modelsRef } from '@sayso/models/ref';
import { filePaths, runtimeRef, serverFunctions } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';
import { integrationEndpoints } from './ref.ts';

const whole = z.coerce.number().int().min(1);
/** 0: no limit. */
const orNone = z.coerce.number().int().min(0);
const list = z.string().default('').transform(listOf);

const oauthClients = z.record(
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,39}\/[a-zA-Z][a-zA-Z0-9_]{0,59}$/, 'has keys such as "calendar/google": the package and its connection'),
  z.strictObject({ id: z.string().min(1).max(500), secret: z.string().min(1).max(4000).optional() }),
);

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
  FILES_PER_OWNER_AND_DAY: orNone
    .default(10_000)
    .describe('Files that people upload to all apps of one account in a day (UTC); 0: no limit. Default 10000.'),
  FILE_BYTES_PER_OWNER_AND_DAY: orNone
    .default(5_000_000_000)
    .describe('Size of the files that people upload to all apps of one account in a day (UTC), in bytes; 0: no limit. Default 5000000000.'),
  FILES_PER_DAY: orNone.default(0).describe('Files that people upload to all apps of the server in a day (UTC). Default 0: no limit.'),
  FILE_BYTES_PER_DAY: orNone
    .default(0)
    .describe('Size of the files that people upload to all apps of the server in a day (UTC), in bytes. Default 0: no limit.'),
  INTEGRATION_CALLS_AT_ONCE_PER_APP: whole
    .default(100)
    .describe('Calls of integrations by one app that one process runs at the same time. Default 100.'),
  LLM_CALLS_PER_CALLER_AND_DAY: whole
    .default(200)
    .describe('Calls of InvokeLLM by one account, or by visitors at one network address, to one app in a day (UTC). Default 200.'),
  LLM_CALLS_PER_APP_AND_DAY: whole.default(5000).describe('Calls of InvokeLLM by one app in a day (UTC). Default 5000.'),
  LLM_CALLS_PER_OWNER_AND_DAY: orNone
    .default(10_000)
    .describe('Calls of InvokeLLM by all apps of one account, deleted ones included, in a day (UTC); 0: no limit. Default 10000.'),
  LLM_CALLS_PER_DAY: orNone
    .default(50_000)
    .describe('Calls of InvokeLLM by all apps of the server in a day (UTC); 0: no limit. Default 50000.'),
  MAILS_PER_CALLER_AND_DAY: whole
    .default(20)
    .describe('Mails by one account, or by visitors at one network address, from one app in a day (UTC). Default 20.'),
  MAILS_PER_APP_AND_DAY: whole.default(200).describe('Mails from one app in a day (UTC). Default 200.'),
  IMAGES_PER_CALLER_AND_DAY: whole
    .default(20)
    .describe('Calls of GenerateImage by one account, or by visitors at one network address, to one app in a day (UTC). Default 20.'),
  IMAGES_PER_APP_AND_DAY: whole.default(200).describe('Calls of GenerateImage by one app in a day (UTC). Default 200.'),
  IMAGES_PER_OWNER_AND_DAY: orNone
    .default(400)
    .describe('Calls of GenerateImage by all apps of one account, deleted ones included, in a day (UTC); 0: no limit. Default 400.'),
  IMAGES_PER_DAY: orNone
    .default(2000)
    .describe('Calls of GenerateImage by all apps of the server in a day (UTC); 0: no limit. Default 2000.'),
  EXTRACTS_PER_CALLER_AND_DAY: whole
    .default(100)
    .describe(
      'Calls of ExtractDataFromUploadedFile by one account, or by visitors at one network address, to one app in a day (UTC). Default 100.',
    ),
  EXTRACTS_PER_APP_AND_DAY: whole.default(1000).describe('Calls of ExtractDataFromUploadedFile by one app in a day (UTC). Default 1000.'),
  EXTRACTS_PER_OWNER_AND_DAY: orNone
    .default(2000)
    .describe(
      'Calls of ExtractDataFromUploadedFile by all apps of one account, deleted ones included, in a day (UTC); 0: no limit. Default 2000.',
    ),
  EXTRACTS_PER_DAY: orNone
    .default(10_000)
    .describe('Calls of ExtractDataFromUploadedFile by all apps of the server in a day (UTC); 0: no limit. Default 10000.'),
  LLM_MAX_TOKENS: whole.default(8000).describe('Tokens of one answer of InvokeLLM. Default 8000.'),
  LLM_MODELS: list.describe('Comma-separated models that apps may choose in InvokeLLM, besides the one that is connected. Default none.'),
  LLM_SEARCH_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Model of the same endpoint that searches the web by itself, such as sonar or gpt-4o-search-preview, for InvokeLLM with add_context_from_internet. Default none: such calls are refused.',
    ),
  DATA_DIR: z.string().default('./data').describe('Folder for the database, files and the generated secret. Default ./data.'),
  INTEGRATIONS_DIR: z.string().min(1).optional().describe('Folder of integration packages. Default: integrations in DATA_DIR.'),
  INTEGRATIONS: list.describe('Comma-separated names of the integration packages that builders can install. Default all.'),
  INTEGRATION_PRIVATE_HOSTS: list.describe(
    'Comma-separated hosts in private networks that integration packages may call, such as crm.internal or localhost:9000, also by plain HTTP. Default none.',
  ),
  INTEGRATION_OAUTH_CLIENTS: z
    .string()
    .default('{}')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is no JSON' });
        return z.NEVER;
      }
    })
    .pipe(oauthClients)
    .describe(
      'OAuth clients for the connections of integration packages, as JSON: {"calendar/google": {"id": "…", "secret": "…"}}. Builders enter their own for others. Default none.',
    ),
  INTEGRATION_PROCESSES: whole
    .max(64)
    .default(4)
    .describe(
      'Processes for the code of functions and integration packages that compute at the same time, by each process of the server. Each app has its own; up to four times as many run while their calls wait. Default 4.',
    ),
  INTEGRATION_CALLS_PER_CALLER_AND_DAY: whole
    .default(500)
    .describe(
      'Calls of one endpoint of a package by one account, or by visitors at one network address, to one app in a day (UTC). Default 500.',
    ),
  INTEGRATION_CALLS_PER_APP_AND_DAY: whole
    .default(10_000)
    .describe('Calls of one endpoint of a package by one app in a day (UTC). Default 10000.'),
  INTEGRATION_CALLS_PER_OWNER_AND_DAY: orNone
    .default(30_000)
    .describe(
      'Calls of one endpoint of a package by all apps of one account, deleted ones included, in a day (UTC); 0: no limit. Default 30000.',
    ),
});
export type IntegrationsConfig = z.output<typeof integrationsConfig>;

export const needs = { accounts: accountsRef, apps: appsRef, entities: entitiesRef, models: modelsRef, runtime: runtimeRef };
export const adds = { appAbilities, appFetch, appFiles, appPurges, filePaths, rowFiles, serverFunctions };
export const extensionPoints = { endpoints: integrationEndpoints };

export const jobInputs = {
  sweepFiles: z.object({}),
  webhook: z.object({
    id: z.string(),
    /** Absent in jobs of earlier versions. */
    appId: z.string().optional(),
  }),
};

export type IntegrationsContext = ContextOf<{
  config: typeof integrationsConfig;
  needs: typeof needs;
  collections: typeof collections;
  jobs: typeof jobInputs;
  extensionPoints: typeof extensionPoints;
  adds: typeof adds;
  limits: LimitSpecs;
}>;
