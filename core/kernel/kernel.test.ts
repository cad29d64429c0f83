import { expect, test } from 'vitest';
import { definePlugin, serviceRef } from '../contract/index.ts';
import { testHost } from '../testing/index.ts';
import { type AnyPlugin, checkPlugins } from './index.ts';

const ref = (id: string) => serviceRef<object>(id);
const plugin = (name: string, needs: string[] = [], more: Partial<AnyPlugin> = {}): AnyPlugin => ({
  name,
  contract: 1,
  provides: ref(name),
  needs: Object.fromEntries(needs.map((need) => [need, ref(need)])),
  start: () => ({}),
  ...more,
});

test.each([
  ['as listed', [plugin('a'), plugin('b')], ['a', 'b']],
  ['after what they need', [plugin('a', ['b']), plugin('b', ['c']), plugin('c')], ['c', 'b', 'a']],
  ['once, though needed twice', [plugin('a', ['c']), plugin('b', ['c']), plugin('c')], ['c', 'a', 'b']],
])('plugins start %s', (_how, plugins, order) => {
  const checked = checkPlugins(plugins);
  expect(checked.problems).toEqual([]);
  expect(checked.order.map(({ name }) => name)).toEqual(order);
});

test.each([
  ['an unknown need', [plugin('a', ['z'])], ['a: It needs "z", which no plugin provides.']],
  ['a circle', [plugin('a', ['b']), plugin('b', ['c']), plugin('c', ['a'])], ['a: It needs itself in a circle: a → b → c → a.']],
  ['the same name', [plugin('a'), plugin('a', [], { provides: ref('b') })], ['a: It is listed twice, or two plugins share this name.']],
  ['the same service', [plugin('a'), plugin('b', [], { provides: ref('a') })], ['b: It provides "a", which the plugin "a" provides too.']],
  [
    'another contract',
    [plugin('a', [], { contract: 2 as 1 })],
    ['a: It was written for version 2 of the plugin contract; this host speaks version 1.'],
  ],
  ['a bad name', [plugin('A b')], ['A b: The name "A b" is not allowed.']],
  [
    'several at once',
    [plugin('a', ['z']), plugin('b', ['y'])],
    ['a: It needs "z", which no plugin provides.', 'b: It needs "y", which no plugin provides.'],
  ],
])('refuses %s, naming the plugin', (_what, plugins, problems) => {
  expect(checkPlugins(plugins).problems.map(({ plugin: name, problem }) => `${name}: ${problem}`)).toEqual(problems);
});

test('starts in order, gets ready, drains and closes in reverse', async () => {
  const seen: string[] = [];
  const step = (name: string, needs: string[] = []): AnyPlugin =>
    plugin(name, needs, {
      start({ onClose }) {
        seen.push(`${name} starts`);
        onClose(() => void seen.push(`${name} closes`));
        return {};
      },
      ready: async () => void seen.push(`${name} is ready`),
      drain: async () => void seen.push(`${name} drains`),
    });
  const host = await testHost(step('b', ['a']), { plugins: [step('a')] });
  await host.close();
  expect(seen).toEqual(['a starts', 'b starts', 'a is ready', 'b is ready', 'a drains', 'b drains', 'b closes', 'a closes']);
});

test('undoes a start that fails, and says whose it was', async () => {
  const seen: string[] = [];
  const good = plugin('good', [], {
    start({ onClose }) {
      onClose(() => void seen.push('good closes'));
      return {};
    },
  });
  const bad = plugin('bad', ['good'], {
    async start({ onClose }) {
      onClose(() => void seen.push('bad closes'));
      throw new Error('no network');
    },
  });
  const never = plugin('never', ['bad'], { start: () => void seen.push('never starts') });
  await expect(testHost(never, { plugins: [bad, good] })).rejects.toThrow('Plugin "bad": Its start failed: no network');
  expect(seen).toEqual(['bad closes', 'good closes']);
});

test('a disposer that fails does not keep the others from running', async () => {
  const seen: string[] = [];
  const host = await testHost(
    plugin('a', [], {
      start({ onClose }) {
        onClose(() => void seen.push('first'));
        onClose(() => {
          throw new Error('stuck');
        });
        return {};
      },
    }),
  );
  await host.close();
  expect(seen).toEqual(['first']);
});

test('a plugin touches only what is its own', async () => {
  const row = { parse: (value: unknown) => value } as never;
  const one = plugin('one', [], { collections: { rows: { document: row } } });
  const two = plugin('two', ['one'], { collections: { rows: { document: row } }, start: (context) => context });
  await using host = await testHost(one, { plugins: [two] });
  const other = host.service(serviceRef<typeof host.context>('two'));
  await host.context.collections['rows']?.insertOne({ _id: '1' });
  await host.context.blobs.put('a', new Uint8Array([1]));
  expect(await other.collections['rows']?.count({})).toBe(0);
  expect(await other.blobs.stat('a')).toBeNull();
  await expect(host.context.enqueue('foreign', {})).rejects.toThrow('The plugin "one" declares no job "foreign".');
});

test('the first plugin that knows who asks decides; a fake wins over a real service', async () => {
  const door = (id: string, knows: boolean): AnyPlugin =>
    definePlugin({
      name: id,
      contract: 1,
      identify: async () => (knows ? { kind: 'account', id, admin: false } : null),
      start: () => undefined,
      routes: (http) =>
        void http.get(`/api/${id}`, { config: { access: 'public' } }, async ({ sayso }) => ({ ...sayso.actor, fake: sayso.get(fake) })),
    });
  const fake = serviceRef<string>('fake');
  const real = plugin('fake', [], { start: () => 'real' });
  await using host = await testHost(door('one', false), {
    plugins: [door('two', true), door('three', true), real],
    provide: [[fake, 'a fake']],
  });
  expect(await (await host.fetch('/api/one')).json()).toEqual({ kind: 'account', id: 'two', admin: false, fake: 'a fake' });
});

test('a sick plugin takes the node out of service', async () => {
  const sick = plugin('sick', [], { health: async () => ({ ok: false, reason: 'no mail server' }) });
  await using host = await testHost(sick);
  const response = await host.fetch('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ ok: false, reasons: ['sick: no mail server'] });
});
