import { DuplicateKey, storeNow, storeTime } from '@sayso/core';
import type { AppsContext } from '../config.ts';
import { DomainTaken } from '../errors.ts';

/** Longer than setting a domain takes: an older claim that its app's settings do not name was left by a crash. */
const CLAIM_MS = 60_000;

/** Throws `DomainTaken` while another app has the domain, or a recent claim on it. */
export async function claimDomain(context: AppsContext, appId: string, domain: string): Promise<void> {
  const { domains, apps } = context.collections;
  const claimedAt = storeTime();
  try {
    await domains.insertOne({ _id: domain, appId, claimedAt });
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
    const holder = await domains.findOne({ _id: domain });
    const isOwn = holder?.appId === appId;
    const isUsed = (await apps.count({ _id: holder?.appId, 'settings.customDomain': domain })) > 0;
    const isFresh = holder?.claimedAt !== undefined && storeNow() - Date.parse(holder.claimedAt) < CLAIM_MS;
    if (!isOwn && (isUsed || isFresh)) throw new DomainTaken(domain);
    const was = { _id: domain, appId: holder?.appId, claimedAt: holder?.claimedAt ?? null };
    if ((await domains.updateOne(was, { $set: { appId, claimedAt } })) === 0) throw new DomainTaken(domain);
  }
}
