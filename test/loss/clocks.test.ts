import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import accounts from '@sayso/accounts';
import { accountsRef } from '@sayso/accounts/ref';
import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../core/logger.ts';
import type { Store } from '../../core/ports/store.ts';
import { openSqliteStore } from '../../core/store/index.ts';
import { type Clock, openClock } from '../../core/time/clock.ts';
import { onNode, skewDates } from '../../core/time/skewed-dates.suite.ts';
import { bearer, signUp } from '../../plugins/accounts/testing/people.ts';

const MINUTE = 60_000;
const PAIRS = [-2, 0, 2].flatMap((one) => [-2, 0, 2].map((other) => [one * MINUTE, other * MINUTE] as const));
const root = join(import.meta.dirname, '..', '..');

/** Files that go by the clock of the machine, and why. */
const LOCAL: Readonly<Record<string, string>> = {
  'core/contract/time.ts': 'the clock of a process that has no store',
  'core/time/clock.ts': 'the time of a store on this machine',
  'core/time/machine-time.ts': 'the time of a store on this machine',
  'core/time/store-clock.ts': 'the difference that it measures',
  'core/data-folder.ts': 'the last write to files of this machine, before there is a store',
  'core/blobs/disk.ts': 'the ages of files of this machine',
  'plugins/accounts/identity/library-time.ts': 'the difference to the clock that better-auth goes by',
  'plugins/integrations/author/deliveries.ts': 'deliveries that an author tries on their machine',
};

it('finds no file that judges stored times by the clock of the machine', async () => {
  const found: string[] = [];
  for await (const file of glob('{core,plugins}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] })) {
    if (/\.(test|suite|child|types)\.ts$|\/(testing|fixtures|node_modules)\//.test(file)) continue;
    if (/\bDate\.now\(\)|\bnew Date\(\)/.test(readFileSync(join(root, file), 'utf8'))) found.push(file);
  }
  expect(found.sort().filter((file) => !(file in LOCAL))).toEqual([]);
});

describe('accounts on nodes whose clocks are minutes apart', () => {
  let undo: () => void;
  let clock: Clock;
  let store: Store;
  let host: Awaited<ReturnType<typeof testHost>>;
  const begun = { at: performance.now(), time: Date.now() };

  beforeEach(async () => {
    host = await testHost(accounts);
    undo = skewDates();
    store = await openSqliteStore({ file: ':memory:' });
    const readTime = async () => begun.time + performance.now() - begun.at;
    clock = await openClock({ store: { ...store, readTime }, log: createLogger('silent'), isMain: true });
  });
  afterEach(async () => {
    await clock.close();
    undo();
    await host.close();
    await store.close();
  });

  it.each(PAIRS)('redeems a log-in code of a node at %d ms on one at %d ms', async (one, other) => {
    const service = host.service(accountsRef);
    const claims = { appId: 'app', accountId: 'ada', admin: false, sessionId: null };
    const verifier = 'v'.repeat(64);
    const code = await onNode(one, () => service.createLoginCode(claims, createHash('sha256').update(verifier).digest('base64url')));
    expect(await onNode(other, () => service.redeemLoginCode(code, verifier))).toMatchObject({ appId: 'app' });
  });

  it.each(PAIRS)('lets a person in again at %d ms who logged out at %d ms', async (one, other) => {
    const service = host.service(accountsRef);
    const { id, token } = await onNode(one, () => signUp(host, 'ada@example.org'));
    const session = await onNode(other, () => service.session(new Headers(bearer(token))));
    expect(session?.accountId).toBe(id);
    const claims = { appId: 'app', accountId: id, admin: false, sessionId: session?.id ?? null };
    const first = await onNode(one, () => service.mintAppToken(claims));
    expect(await onNode(other, () => service.verifyAppToken(first.token))).not.toBeNull();
    await onNode(other, () => service.revokeAppToken(first.token));
    expect(await onNode(one, () => service.verifyAppToken(first.token))).toBeNull();
    // Within the same millisecond, too.
    const next = await onNode(one, () => service.mintAppToken(claims));
    expect(await onNode(other, () => service.verifyAppToken(next.token))).not.toBeNull();
  });

  it.each([2 * MINUTE, -2 * MINUTE])('stores the times of sessions by the store, on a node at %d ms', async (skew) => {
    await onNode(skew, () => signUp(host, 'ada@example.org'));
    const collections = host.context as unknown as {
      readonly collections: { readonly session: { findOne(filter: object): Promise<{ createdAt: string }> } };
    };
    const { createdAt } = await collections.collections.session.findOne({});
    expect(Math.abs(Date.parse(createdAt) - clock.now())).toBeLessThan(20_000);
  });
});
