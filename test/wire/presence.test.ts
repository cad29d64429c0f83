import { type Client, createClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import { openBuilderWith, openSecondNode, postJson, signUp } from './builder.ts';

// Who has an app open, on two nodes and by many sockets.

/** Half of them on each node. */
const SOCKETS = 1000;
const OPENING_AT_ONCE = 50;
const UNLIMITED = { SOCKETS_PER_ADDRESS: '0', SOCKETS_PER_ACCOUNT: '0', SOCKET_OPERATIONS: '0', SOCKET_SUBSCRIPTIONS: '0' };
const PRESENCE = 'subscription ($appId: ID!) { presence(appId: $appId) { accountId } }';
const INVITE = 'mutation ($appId: ID!) { inviteBuilder(appId: $appId, role: view, uses: 1, days: 1) { link } }';
const ACCEPT = 'mutation ($code: String!) { acceptAppInvitation(code: $code) }';

interface Tab {
  /** Resolves once the list has this length. */
  until(count: number): Promise<void>;
  /** How often the list was sent. */
  readonly lists: number;
  close(): Promise<void>;
}

async function openTab(url: string, token: string, appId: string): Promise<Tab> {
  const client: Client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    lazy: false,
    connectionParams: { authorization: `Bearer ${token}` },
  });
  let now = 0;
  let lists = 0;
  let changed = Promise.withResolvers<void>();
  client.subscribe<{ presence: readonly object[] }>(
    { query: PRESENCE, variables: { appId } },
    {
      next({ data }) {
        now = data?.presence.length ?? 0;
        lists += 1;
        changed.resolve();
        changed = Promise.withResolvers();
      },
      error: (error) => changed.reject(error),
      complete: () => undefined,
    },
  );
  return {
    async until(count) {
      while (now !== count) await changed.promise;
    },
    get lists() {
      return lists;
    },
    close: async () => client.dispose(),
  };
}

test(`people at two nodes see each other once, by ${SOCKETS} sockets`, { timeout: 120_000 }, async () => {
  await using builder = await openBuilderWith({ BUILDER_SIGNUP: 'open', ...UNLIMITED });
  await using other = await openSecondNode(builder, UNLIMITED);
  const { appId } = builder;
  const ada = builder.headers.authorization.replace('Bearer ', '');
  const { token: bo } = await signUp(builder.server.builderUrl, 'bo@example.org');
  const { inviteBuilder } = await builder.graphql(INVITE, { appId });
  const code = new URL(inviteBuilder.link).hash.slice('#code='.length);
  await postJson(`${builder.server.builderUrl}/graphql`, { query: ACCEPT, variables: { code } }, { authorization: `Bearer ${bo}` });

  const mine = await openTab(builder.server.builderUrl, ada, appId);
  await mine.until(1);
  const tabs: Tab[] = [];
  for (let opened = 0; opened < SOCKETS; opened += OPENING_AT_ONCE) {
    const next = Array.from({ length: OPENING_AT_ONCE }, (_, index) =>
      index % 2 === 0 ? openTab(builder.server.builderUrl, ada, appId) : openTab(other.builderUrl, bo, appId),
    );
    tabs.push(...(await Promise.all(next)));
    await Promise.all(tabs.slice(-OPENING_AT_ONCE).map((tab) => tab.until(2)));
  }
  await mine.until(2);
  // Further sockets of the same people change nothing, so the list is sent once for each change of who is there.
  expect(mine.lists).toBe(2);
  await Promise.all(tabs.map((tab) => tab.close()));
  await mine.until(1);
  expect(mine.lists).toBe(3);
  await mine.close();
});
