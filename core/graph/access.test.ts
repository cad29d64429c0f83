import { expect, test } from 'vitest';
import { type Actor, type Builder, definePlugin } from '../contract/index.ts';
import { testHost } from '../testing/index.ts';
import { buildGraph } from './index.ts';

const person: Actor = { kind: 'account', id: 'ada', admin: false };
const admin: Actor = { kind: 'account', id: 'eve', admin: true };

interface Secret {
  readonly text: string;
  readonly owner: string;
}
declare module '../contract/index.ts' {
  interface EventMap {
    'secrets.changed': { text: string };
  }
}

/** A plugin with one public root field, so that only the type and its fields decide about access. */
function plugin(declare: (builder: Builder) => void) {
  return definePlugin({
    name: 'secrets',
    contract: 1,
    start: () => undefined,
    graph: declare,
  });
}

const permit = async () => undefined;
const build = (parts: Parameters<typeof buildGraph>[0]) => buildGraph(parts, () => undefined, permit);

test.each([
  ['nothing', {}, /^The graph type "Secret" does not say who may see it\.$/],
  ['another word', { extensions: { access: 'anyone' } }, /^The graph type "Secret" does not say/],
  ['two things', { extensions: { access: 'parent' }, authScopes: { account: true } }, /^The graph type "Secret" does not say/],
  ['scopes', { authScopes: { account: true } }, null],
  ['that its parent decides', { extensions: { access: 'parent' } }, null],
])('a type that states %s', async (_what, options, problem) => {
  const { schema, problems } = await build([
    {
      name: 'secrets',
      graph(builder) {
        const type = builder.objectRef<Secret>('Secret').implement({ ...options, fields: (t) => ({ text: t.exposeString('text') }) });
        builder.queryField('secret', (t) =>
          t.field({ type, does: 'look', authScopes: { public: true }, resolve: () => ({ text: '', owner: '' }) }),
        );
      },
    },
  ]);
  if (problem === null) expect(problems).toEqual([]);
  else expect(problems).toMatchObject([{ plugin: 'secrets', problem: expect.stringMatching(problem) }]);
  expect(schema === null).toBe(problem !== null);
});

test('requires own scopes of a field that skips those of its type', async () => {
  const { problems } = await build([
    {
      name: 'secrets',
      graph(builder) {
        const type = builder.objectRef<Secret>('Secret').implement({
          authScopes: { admin: true },
          fields: (t) => ({
            text: t.exposeString('text', { skipTypeScopes: true }),
            owner: t.exposeString('owner', { skipTypeScopes: true, authScopes: { account: true } }),
          }),
        });
        builder.queryField('secret', (t) =>
          t.field({ type, does: 'look', authScopes: { public: true }, resolve: () => ({ text: '', owner: '' }) }),
        );
      },
    },
  ]);
  expect(problems).toMatchObject([{ problem: 'Secret.text does not say who may call it.' }]);
});

test('checks types and fields below a public root field, also fields of another plugin', async () => {
  const declared = plugin((builder) => {
    const type = builder.objectRef<Secret>('Secret').implement({
      authScopes: ({ owner }, { actor }) => actor.kind === 'account' && (actor.admin || actor.id === owner),
      fields: (t) => ({
        text: t.exposeString('text'),
        key: t.string({ authScopes: { admin: true }, resolve: () => 'key' }),
        hint: t.string({ nullable: true, authScopes: { admin: true }, unauthorizedResolver: () => null, resolve: () => 'hint' }),
      }),
    });
    builder.objectField(type, 'later', (t) => t.string({ resolve: () => 'later' }));
    builder.queryField('secrets', (t) =>
      t.field({
        type: [type],
        does: 'look',
        authScopes: { public: true },
        args: { of: t.arg.string({ required: true }) },
        resolve: (_root, { of }) => [{ text: 'a', owner: of }],
      }),
    );
  });
  await using host = await testHost(declared);
  const ask = async (field: string, of: string, actor?: Actor) => {
    const { data, errors } = await host.graphql<{ secrets: Record<string, unknown>[] }>(`{ secrets(of: "${of}") { ${field} } }`, {}, actor);
    return errors ? errors[0]?.extensions?.['code'] : data?.secrets[0]?.[field];
  };
  const rows = [undefined, person, admin].map(async (actor) => {
    const own = await Promise.all(['text', 'later', 'key', 'hint'].map((field) => ask(field, 'ada', actor)));
    return [...own, await ask('text', 'bob', actor)];
  });
  expect(await Promise.all(rows)).toEqual([
    ['unauthenticated', 'unauthenticated', 'unauthenticated', null, 'unauthenticated'],
    ['a', 'later', 'forbidden', null, 'forbidden'],
    ['a', 'later', 'key', 'hint', 'a'],
  ]);
});

test('checks access again for each result of a subscription', async () => {
  let decisions = 0;
  const same = { text: 'a', owner: 'ada' };
  const declared = plugin((builder) => {
    const type = builder.objectRef<Secret>('Secret').implement({
      authScopes: ({ owner }, { actor }) => {
        decisions += 1;
        return actor.kind === 'account' && actor.id === owner;
      },
      fields: (t) => ({ text: t.exposeString('text'), owner: t.exposeString('owner') }),
    });
    builder.queryField('none', (t) => t.boolean({ does: 'look', authScopes: { public: true }, resolve: () => true }));
    builder.subscriptionField('changed', (t) =>
      t.field({
        type,
        does: 'look',
        authScopes: { public: true },
        async *subscribe() {
          yield same;
          yield same;
          yield { ...same, owner: 'bob' };
        },
        resolve: (secret) => secret as Secret,
      }),
    );
  });
  await using host = await testHost(declared);
  const live = await host.subscribe('subscription { changed { text owner } }', {}, person);
  expect((await live.next()).value).toEqual({ data: { changed: same } });
  expect(decisions).toBe(1);
  expect((await live.next()).value).toEqual({ data: { changed: same } });
  expect(decisions).toBe(2);
  expect((await live.next()).value).toMatchObject({ data: null, errors: [{ extensions: { code: 'forbidden' } }] });
  await live.return?.(undefined);
});
