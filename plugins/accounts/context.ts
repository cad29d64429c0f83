import type { ContextOf } from '@sayso/core';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { accountsConfig } from './config.ts';
import { appRules } from './ref.ts';

export const extensionPoints = { apps: appRules };
export const jobInputs = {
  /** One mail of the outbox; `round` counts how often it was queued. */
  deliverMail: z.object({ id: z.string(), round: z.number() }),
  /** A requested password reset, for an address that may be unknown. */
  mailReset: z.object({ email: z.string(), redirectTo: z.string() }),
  sweepMail: z.object({}),
};

/** What the parts of this plugin share. */
export type AccountsContext = ContextOf<{
  config: typeof accountsConfig;
  collections: typeof collections;
  jobs: typeof jobInputs;
  extensionPoints: typeof extensionPoints;
}>;
