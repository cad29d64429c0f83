import { accountsRef } from '@sayso/accounts/ref';
import { appsRef } from '@sayso/apps/ref';
import type { ContextOf } from '@sayso/core';
import { entitiesRef } from '@sayso/entities/ref';
import { runtimeRef } from '@sayso/runtime/ref';
import { z } from 'zod';

const whole = z.coerce.number().int().min(1);

export const compatConfig = z.object({
  COMPAT_SOCKETS: whole.default(5000).describe('Socket.IO connections that are open at a process. Default 5000.'),
  COMPAT_SOCKETS_PER_ADDRESS: whole
    .default(200)
    .describe('Socket.IO connections that one network address has open at a process. Default 200.'),
});

export const needs = { accounts: accountsRef, apps: appsRef, entities: entitiesRef, runtime: runtimeRef };

export type CompatContext = ContextOf<{ config: typeof compatConfig; needs: typeof needs }>;
