import type { PluginContext } from '@sayso/core';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { AccountsConfig } from './config.ts';
import { appRules } from './ref.ts';

export const extensionPoints = { apps: appRules };
export const jobInputs = {
  /** One mail of the outbox; `round` counts how often it was queued. */
  deliverMail: z.object({ id: z.string(), round: z.number() }),
  /** A reset that was asked for, for an address that may be unknown. */
  mailReset: z.object({ email: z.string(), redirectTo: z.string() }),
  sweepMail: z.object({}),
};

/** What the parts of this plugin share. */
export type AccountsContext = PluginContext<
  AccountsConfig,
  Record<never, never>,
  typeof collections,
  Record<never, never>,
  typeof jobInputs,
  typeof extensionPoints
>;
