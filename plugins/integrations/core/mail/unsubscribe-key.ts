import type { Collection, HostInfo } from '@sayso/core';
import type { KeyDocument } from '../../collections.ts';
import { Seal } from '../../packages/sealing.ts';

const PURPOSE = 'integrations.unsubscribe';
const SEALING = 'integrations.unsubscribe: kept';

/**
 * The key of links and of digests of addresses: derived from SECRET. It outlives a replaced SECRET, encrypted, because digests cannot be made
 * anew without the addresses, and links in sent mails have to work.
 */
export async function unsubscribeKey(documents: Collection<KeyDocument>, host: HostInfo): Promise<Uint8Array> {
  const seal = new Seal(host.deriveKey(SEALING));
  const kept = await documents.findOne({ _id: PURPOSE });
  const own = kept === null ? null : seal.open(kept.sealed, PURPOSE);
  if (own !== null) return Buffer.from(own, 'base64');
  if (host.replacedKey === undefined) return host.deriveKey(PURPOSE);
  const before = kept === null ? null : new Seal(host.replacedKey(SEALING)).open(kept.sealed, PURPOSE);
  const key = before === null ? Buffer.from(host.replacedKey(PURPOSE)) : Buffer.from(before, 'base64');
  await documents.replaceOne({ _id: PURPOSE }, { _id: PURPOSE, sealed: seal.seal(key.toString('base64'), PURPOSE) }, { upsert: true });
  return key;
}
