import { appPurges, appsRef } from '@sayso/apps/ref';
import type { ContextOf } from '@sayso/core';
import { entitiesRef } from '@sayso/entities/ref';
import { runtimeRef } from '@sayso/runtime/ref';
import type { collections } from './collections.ts';

export const needs = { apps: appsRef, entities: entitiesRef, runtime: runtimeRef };
export const adds = { appPurges };

export type TemplatesContext = ContextOf<{ needs: typeof needs; collections: typeof collections; adds: typeof adds }>;
