import { accountsRef } from '@sayso/accounts/ref';
import { appPurges, appsRef } from '@sayso/apps/ref';
import { type ContextOf, worker } from '@sayso/core';
import { entitiesRef } from '@sayso/entities/ref';
import { modelsRef } from '@sayso/models/ref';
import { runtimeRef } from '@sayso/runtime/ref';
import { messageActions, validatorRef } from '@sayso/validator/ref';
import { z } from 'zod';
import type { ReadUpload, UploadToRead } from './attachments/read.worker.ts';
import type { collections } from './collections.ts';
import type { limits } from './limits/limits.ts';

const whole = z.coerce.number().int().min(0);

/** Limits of messages to the assistant. Admins of the installation may send as many as they like. */
export const chatConfig = z.object({
  CHAT_MESSAGES_PER_DAY: whole
    .default(0)
    .describe('Messages to the assistant that an account without a paid plan sends in a day (UTC). Default 0: no limit.'),
  CHAT_MESSAGES_PER_MONTH: whole
    .default(0)
    .describe('Messages to the assistant that an account sends in a calendar month (UTC). Default 0: no limit.'),
  CHAT_ATTACHMENT_MAX_BYTES: whole
    .min(1)
    .default(10_000_000)
    .describe('Size of a file that is attached to a message, in bytes. Default 10000000.'),
});

export const needs = {
  accounts: accountsRef,
  apps: appsRef,
  entities: entitiesRef,
  models: modelsRef,
  runtime: runtimeRef,
  validator: validatorRef,
};

export const adds = { appPurges, messageActions };

export const workers = {
  readUpload: worker<UploadToRead, ReadUpload>(new URL('./attachments/read.worker.ts', import.meta.url), {
    timeoutMs: 20_000,
    memoryMb: 256,
  }),
};

/** One step of a turn; stale once the turn holds another ticket. */
export const turnTask = z.object({ turnId: z.string(), ticket: z.string() });
export type TurnTask = z.infer<typeof turnTask>;

export type ChatContext = ContextOf<{
  config: typeof chatConfig;
  needs: typeof needs;
  collections: typeof collections;
  workers: typeof workers;
  jobs: { turn: typeof turnTask };
  adds: typeof adds;
  limits: typeof limits;
}>;
