import { expect, test } from 'vitest';
import { definePlugin } from '../contract/index.ts';
import { testHost } from '../testing/index.ts';

const person = { kind: 'account', id: 'ada', admin: false } as const;

/** Counts concurrent loads of large values, and the operations that make them. */
function loading() {
  const seen = { running: 0, most: 0, loads: 0 };
  const gates: (() => void)[] = [];
  const plugin = definePlugin({
    name: 'large',
    contract: 1,
    start: () => undefined,
    graph(builder) {
      const thing = builder.objectRef<{ size: number }>('Thing').implement({
        extensions: { access: 'parent' },
        fields: (t) => ({
          text: t.field({
            type: 'String',
            extensions: { bytes: 1_000_000 },
            resolve: async ({ size }) => {
              seen.running += 1;
              seen.loads += 1;
              seen.most = Math.max(seen.most, seen.running);
              await new Promise<void>((resolve) => gates.push(resolve));
              seen.running -= 1;
              return 'x'.repeat(size);
            },
          }),
        }),
      });
      builder.subscriptionField('things', (t) =>
        t.field({
          type: thing,
          does: 'look',
          authScopes: { public: true },
          args: { size: t.arg.int({ required: true }) },
          async *subscribe(_r, { size }) {
            yield { size };
            yield { size: 1 };
          },
          resolve: (made) => made as { size: number },
        }),
      );
      builder.queryField('thing', (t) =>
        t.field({
          type: thing,
          does: 'look',
          authScopes: { public: true },
          args: { size: t.arg.int({ required: true }) },
          resolve: (_r, { size }) => ({ size }),
        }),
      );
    },
  });
  const release = setInterval(() => gates.shift()?.(), 1);
  return { plugin, seen, stop: () => clearInterval(release) };
}
const aliases = (count: number, size: number) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: thing(size: ${size}) { text }`).join(' ')} }`;

test('limits the declared size of an operation before it runs, and the actual size during the run', async () => {
  const { plugin, seen, stop } = loading();
  await using host = await testHost(plugin);
  try {
    const wide = await host.graphql(aliases(30, 1), {}, person);
    expect(wide.errors).toBeUndefined();
    expect(seen.most).toBe(1);
    seen.loads = 0;
    const large = await host.graphql(aliases(28, 20_000_000), {}, person);
    expect(large.data).toBeNull();
    expect(large.errors?.[0]).toMatchObject({
      message: 'The operation asks for more than 64 MB. Ask for fewer things at once.',
      extensions: { code: 'invalid-input', status: 400 },
    });
    expect(seen.loads).toBe(4);
    expect((await host.graphql(aliases(3, 20_000_000), {}, person)).errors).toBeUndefined();
  } finally {
    stop();
  }
});

test('gives each result of a subscription the budget of an operation', async () => {
  const { plugin, seen, stop } = loading();
  await using host = await testHost(plugin);
  const texts = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: text`).join(' ');
  try {
    const live = await host.subscribe(`subscription { things(size: 20000000) { ${texts(28)} } }`, {}, person);
    const { value } = await live.next();
    expect(value?.errors?.[0]?.message).toBe('The operation asks for more than 64 MB. Ask for fewer things at once.');
    expect(seen).toMatchObject({ loads: 4, most: 1 });
    expect((await live.next()).value?.errors).toBeUndefined();
    expect(seen).toMatchObject({ loads: 32, most: 1 });
  } finally {
    stop();
  }
});

test('bounds the operations that load large values concurrently, and completes all', async () => {
  const { plugin, seen, stop } = loading();
  await using host = await testHost(plugin);
  try {
    const answers = await Promise.all(Array.from({ length: 40 }, () => host.graphql(aliases(2, 10), {}, person)));
    expect(answers.filter(({ errors }) => errors)).toEqual([]);
    expect(seen).toMatchObject({ most: 4, loads: 80, running: 0 });
  } finally {
    stop();
  }
});
