import { appsRef } from '@sayso/apps/ref';
import type { ContextOf } from '@sayso/core';
import { runtimeRef } from '@sayso/runtime/ref';
import { detectors, messageActions } from './ref.ts';

export const needs = { apps: appsRef, runtime: runtimeRef };
export const extensionPoints = { detectors, messageActions };

export type ValidatorContext = ContextOf<{ needs: typeof needs; extensionPoints: typeof extensionPoints }>;
