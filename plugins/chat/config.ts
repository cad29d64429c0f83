import { appPurges, appsRef } from '@sayso/apps/ref';
import type { ContextOf } from '@sayso/core';
import { entitiesRef } from '@sayso/entities/ref';
import { modelsRef } from '@sayso/models/ref';
import { runtimeRef } from '@sayso/runtime/ref';
import { validatorRef } from '@sayso/validator/ref';
import { z } from 'zod';
import type { collections } from './collections.ts';

export const needs = { apps: appsRef, entities: entitiesRef, models: modelsRef, runtime: runtimeRef, validator: validatorRef };

export const adds = { appPurges };

/** One step of a turn; stale once the turn holds another ticket. */
export const turnTask = z.object({ turnId: z.string(), ticket: z.string() });
export type TurnTask = z.infer<typeof turnTask>;

export type ChatContext = ContextOf<{
  needs: typeof needs;
  collections: typeof collections;
  jobs: { turn: typeof turnTask };
  adds: typeof adds;
}>;
