import { z } from 'zod';

/** Response schemas of the routes, for the OpenAPI document and the tests. */
const text = z.string();

export const accountAnswer = z
  .object({
    accountId: text,
    uid: text.describe('The same as `accountId`.'),
    email: text,
    emailVerified: z.boolean(),
    name: text,
    accountType: z.enum(['builder', 'user']),
    plan: text,
    isAdmin: z.boolean().describe('Administers this installation.'),
    createdAt: text,
    subscriptionId: z.null(),
    planSubscriptionStatus: z.null(),
    planSubscriptionCancelledAt: z.null(),
    appId: z.null(),
    appHeader: z.null(),
    hasBusinessInfo: z.boolean(),
    hasPaidAppPackage: z.boolean(),
  })
  .describe('The signed-in account.');

/** The empty response of a successful call. */
export const nothing = z.object({}).describe('Done.');

export const memoriesAnswer = z
  .object({ memories: z.record(text, z.unknown()) })
  .describe('By field name; empty for a visitor and for a person of whom the app keeps nothing.');
