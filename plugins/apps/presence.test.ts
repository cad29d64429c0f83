import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import apps from './index.ts';
import { appsRef } from './ref.ts';
import { neighbours, owner, stranger } from './testing/fakes.ts';

const near = neighbours();
const start = async () => near.connect(await testHost(apps, { provide: near.provide }));
let host: Awaited<ReturnType<typeof start>>;
let appId: string;
beforeEach(async () => {
  host = await start();
  appId = (await host.service(appsRef).create(owner, { name: 'Club', files: { 'pages/Home': 'x' } })).id;
});
afterEach(() => host.close());

const person = (id: string): Actor => ({ kind: 'account', id, admin: false, builder: true });
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation
const ask = async (document: string, variables: object, as: Actor): Promise<any> =>
  (await host.graphql(document, variables as Readonly<Record<string, unknown>>, as)).data;

async function join(id: string): Promise<Actor> {
  const invite = 'mutation ($appId: ID!) { inviteBuilder(appId: $appId, role: view, uses: 1, days: 1) { link } }';
  const { link } = (await ask(invite, { appId }, owner)).inviteBuilder;
  await ask(
    'mutation ($code: String!) { acceptAppInvitation(code: $code) }',
    { code: new URL(link).hash.slice('#code='.length) },
    person(id),
  );
  return person(id);
}

/** A tab of the builder: `until` reads until these people are there. */
async function tab(as: Actor) {
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(15_000)]);
  const live = await host.subscribe<{ presence: { accountId: string }[] }>(
    'subscription ($appId: ID!) { presence(appId: $appId) { accountId } }',
    { appId },
    as,
    signal,
  );
  const events = live[Symbol.asyncIterator]();
  return {
    next: () => events.next(),
    async until(...ids: string[]): Promise<void> {
      for (;;) {
        const { value, done } = await events.next();
        if (done) throw new Error('The subscription ended.');
        if (value.data?.presence.map(({ accountId }: { accountId: string }) => accountId).join() === ids.join()) return;
      }
    },
    async close(): Promise<void> {
      closing.abort();
      await events.return?.();
    },
  };
}

it('shows each person once, however many tabs they have', async () => {
  const viewer = await join('viewer');
  const mine = await tab(owner);
  await mine.until('owner');
  const [one, other] = [await tab(viewer), await tab(viewer)];
  await one.until('owner', 'viewer');
  await other.until('owner', 'viewer');
  await mine.until('owner', 'viewer');
  await one.close();
  expect(await host.context.collections.presence.find({})).toMatchObject([{ accounts: ['owner', 'viewer'] }]);
  await other.close();
  await mine.until('owner');
  await mine.close();
  await expect.poll(() => host.context.collections.presence.count({})).toBe(0);
});

it('counts people at other processes, until these have ended for a minute', async () => {
  const { presence } = host.context.collections;
  const elsewhere = (id: string, seenAt: number) => ({
    ...{ _id: `${appId}/${id}`, appId, process: id, accounts: [id], seenAt: new Date(seenAt).toISOString() },
  });
  await presence.insertMany([elsewhere('ended', Date.now() - 61_000), elsewhere('running', Date.now())]);
  const mine = await tab(owner);
  await mine.until('owner', 'running');
  await presence.deleteMany({ process: 'running' });
  await host.emit('apps.presenceChanged', { appId });
  await mine.until('owner');
  await mine.close();
});

it('is not for others, and ends with the role', async () => {
  const viewer = await join('viewer');
  const theirs = await tab(viewer);
  await theirs.until('viewer');
  await ask('mutation ($appId: ID!) { removeBuilder(appId: $appId, accountId: "viewer") }', { appId }, owner);
  await expect(theirs.next()).rejects.toThrow('The app was not found.');
  const refused = await tab(stranger).then(
    (one) => one.next(),
    () => null,
  );
  expect(refused?.value?.data ?? null).toBeNull();
});
