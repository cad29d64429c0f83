import type { App } from '@sayso/apps/ref';
import { INSTALLATION, type Limits, storeTime, type Take } from '@sayso/core';
import { IntegrationQuotaReached } from '../errors.ts';
import type { CallQuota, IntegrationCaller } from '../ref.ts';
import type { CallKind } from './limits.ts';

/** Whose call of which endpoint is counted. */
export interface CountedCall {
  readonly endpoint: string;
  readonly kind: CallKind;
  readonly app: Pick<App, 'id' | 'ownerId'>;
  readonly caller: Pick<IntegrationCaller, 'key'>;
}

/** What a call counts towards. The narrowest first: a caller who has reached theirs takes nothing of the app's. */
export function takesOf({ endpoint, kind, app, caller }: CountedCall, { perCaller, perApp }: CallQuota): Take[] {
  const refuse = (sentence: string) => () => new IntegrationQuotaReached(sentence);
  const take = (of: string, subject: string): Pick<Take, 'key' | 'subject' | 'amount'> => ({
    key: `${kind}${of}`,
    subject: `${subject} ${endpoint}`,
    amount: 1,
  });
  return [
    {
      ...take('OfCaller', `${app.id} ${caller.key}`),
      most: perCaller,
      refusal: refuse(`You have used ${endpoint} as often today as this app allows. Please try again tomorrow.`),
    },
    {
      ...take('OfApp', app.id),
      most: perApp,
      refusal: refuse(`${endpoint} was used as often today as this app may use it in a day. Please try again tomorrow.`),
    },
    {
      ...take('OfOwner', app.ownerId),
      refusal: refuse(`${endpoint} was used as often today as all apps of this owner may use it in a day. Please try again tomorrow.`),
    },
    {
      ...take('OfAll', INSTALLATION),
      refusal: refuse(`${endpoint} was used as often today as all apps of this server may use it in a day. Please try again tomorrow.`),
    },
  ];
}

const DAY_MS = 24 * 3600_000;

/** The day by UTC, and when the records of it may be removed. */
export function today(): { readonly day: string; readonly until: string } {
  const day = storeTime().slice(0, 10);
  return { day, until: new Date(Date.parse(day) + 2 * DAY_MS).toISOString() };
}

/** Calls of endpoints by an app today. */
export async function usedToday(
  limits: Limits,
  appId: string,
  endpoints: readonly { readonly name: string; readonly kind: CallKind }[],
): Promise<ReadonlyMap<string, number>> {
  const counts = endpoints.map(async ({ name, kind }) => {
    const subject = `${appId} ${name}`;
    return [name, (await limits.used(`${kind}OfApp`, [subject])).get(subject) ?? 0] as const;
  });
  return new Map(await Promise.all(counts));
}
