import { expect, test } from 'vitest';
import { z } from 'zod';
import { definePlugin, extensionPoint, type Logger, serviceRef } from '../contract/index.ts';
import { openTestEnvironment } from '../testing/environment.ts';
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

/** A job as a plugin in JavaScript may declare it. */
const job = (declared: object): never => ({ input: z.object({}), run: async () => undefined, ...declared }) as never;

const names = (plugins: Iterable<AnyPlugin>) => [...plugins].map(({ name }) => name);
const doors = extensionPoint<string>(ref('a'), 'doors');
const onlyDoor = extensionPoint<string>(ref('a'), 'doors', { limit: 1 });
const owner = (points: AnyPlugin['extensionPoints'] = { doors }) => plugin('a', [], { extensionPoints: points });
const adding = (name: string, needs = ['a'], point = doors) => plugin(name, needs, { adds: { doors: point } });

test.each([
  ['as listed', [plugin('a'), plugin('b')], ['a', 'b']],
  ['after what they need', [plugin('a', ['b']), plugin('b', ['c']), plugin('c')], ['c', 'b', 'a']],
  ['once, though needed twice', [plugin('a', ['c']), plugin('b', ['c']), plugin('c')], ['c', 'a', 'b']],
])('plugins start %s', (_how, plugins, order) => {
  const checked = checkPlugins(plugins);
  expect(checked.problems).toEqual([]);
  expect(names(checked.order)).toEqual(order);
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
  ['an addition to a missing plugin', [adding('b')], ['b: It needs "a", which no plugin provides.']],
  [
    'a limit without its setting',
    [plugin('a', [], { config: z.object({ B: z.string() }), limits: { 'C-d': { unit: '', window: 'day', most: 'A', words: 'Words' } } })],
    [
      'a: Its limit "C-d" has a name that is not allowed.',
      'a: Its limit "C-d" has no unit or no words.',
      'a: Its limit "C-d" names the setting "A", which the plugin does not have.',
    ],
  ],
  [
    'a job that states nothing',
    [plugin('a', [], { jobs: { work: job({}) } })],
    [
      'a: Its job "work" does not state who may start it.',
      'a: Its job "work" does not state what it does.',
      'a: Its job "work" does not state as whom it runs.',
    ],
  ],
  [
    'a job that states unknown words',
    [plugin('a', [], { jobs: { work: job({ startedBy: ['user', 'nobody'], does: 'think', actsAs: 'root' }) } })],
    [
      'a: Its job "work" does not state who may start it.',
      'a: Its job "work" does not state what it does.',
      'a: Its job "work" does not state as whom it runs.',
    ],
  ],
  [
    'a cron that no schedule may start',
    [plugin('a', [], { jobs: { work: job({ startedBy: ['admin'], does: 'look', actsAs: 'installation', cron: '* * * * *' }) } })],
    ['a: Its job "work" has a `cron`, but no schedule may start it.'],
  ],
  [
    'a schedule without a cron, as an account',
    [plugin('a', [], { jobs: { work: job({ startedBy: ['schedule'], does: 'look', actsAs: 'account' }) } })],
    ['a: Its job "work" may be started by a schedule, but has no `cron`.', 'a: Its job "work" acts as an account, but starts without one.'],
  ],
  [
    'a job by which a user would change the app',
    [plugin('a', [], { jobs: { work: job({ startedBy: ['user'], does: 'change-app', actsAs: 'account' }) } })],
    ['a: Its job "work" may change-app, but people without a role in the app may start it.'],
  ],
  [
    'an addition to a plugin that is no dependency',
    [owner(), adding('b', [])],
    ['b: It adds to "a.doors" of the plugin "a", which it does not need.'],
  ],
  [
    'an addition to an extension point that the owner does not declare',
    [owner({}), adding('b')],
    ['b: It adds to "a.doors", an extension point that the plugin "a" does not have.'],
  ],
  [
    'more additions than the limit of an extension point',
    [owner({ onlyDoor }), adding('b', ['a'], onlyDoor), adding('c', ['a'], onlyDoor)],
    ['c: It adds to "a.doors", which takes one addition: the plugin "b" adds to it too.'],
  ],
  [
    'the extension point of another plugin',
    [owner(), plugin('b', [], { extensionPoints: { doors } })],
    ['b: Its extension point "a.doors" belongs to the service "a", which it does not provide.'],
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

test('handles the events of other processes until they have stopped, before it closes', async () => {
  const seen: unknown[] = [];
  const handling = plugin('a', [], {
    on: {
      'a.happened': async (payload: unknown) => {
        await new Promise(setImmediate);
        seen.push(payload);
      },
    } as NonNullable<AnyPlugin['on']>,
    start({ onClose }) {
      onClose(() => void seen.push('closes'));
      return {};
    },
  });
  const urls = { builderUrl: 'http://localhost:4000', runtimeUrl: 'http://localhost:4001' };
  const { server, engines, close } = await openTestEnvironment({ ...urls, plugins: [handling] });
  const others = Promise.withResolvers<void>();
  const stopped = server.stop(others.promise);
  await engines.events.emit('a.happened', 'last words');
  expect(seen).toEqual([]);
  others.resolve();
  await stopped;
  expect(seen).toEqual(['last words', 'closes']);
  await close();
});

test('gives additions to the owner of an extension point after all contributors have started', async () => {
  const seen: unknown[] = [];
  const open = plugin('a', [], {
    extensionPoints: { doors },
    start: ({ additions }) => ({ read: () => additions['doors']?.() }),
    ready: async (api) => void seen.push(api.read()),
  });
  const two = plugin('two', ['a'], {
    adds: { doors },
    start({ add, needs }) {
      add('doors', 'front');
      expect((needs['a'] as { read(): unknown }).read).toThrow(
        'The additions to "a.doors" are incomplete: "two", "three" has not started yet.',
      );
      expect(() => add('windows', 'x')).toThrow('The plugin "two" declares no extension point "windows" in its `adds`.');
      add('doors', 'side');
      return {};
    },
  });
  const three = plugin('three', ['a'], {
    adds: { doors },
    start({ add }) {
      add('doors', 'back');
      return { late: () => add('doors', 'attic') };
    },
  });
  await using host = await testHost(open, { plugins: [two, three], additions: [[doors, ['gate']]] });
  expect(seen).toEqual([['gate', 'front', 'side', 'back']]);
  expect(host.additions(doors)).toEqual(['gate', 'front', 'side', 'back']);
  const late = host.service(serviceRef<{ late(): void }>('three')).late;
  expect(late).toThrow('The plugin "three" adds to "a.doors" after its start.');
});

test('accepts a fake of the owner of an extension point', async () => {
  const two = plugin('two', ['a'], { adds: { doors }, start: ({ add }) => void add('doors', 'front') });
  await using host = await testHost(two, { provide: [[ref('a'), {}]] });
  expect(host.additions(doors)).toEqual(['front']);
});

test('refuses additions above the limit of an extension point', async () => {
  const two = plugin('two', ['a'], {
    adds: { onlyDoor },
    start({ add }) {
      add('onlyDoor', 'front');
      add('onlyDoor', 'back');
    },
  });
  await expect(testHost(two, { provide: [[ref('a'), {}]] })).rejects.toThrow(
    'Plugin "two": Its start failed: The plugin "two" adds to "a.doors", which takes 1 and has 1.',
  );
});

test('rolls back a failed start, and names the plugin', async () => {
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

test('runs the other disposers when one fails', async () => {
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

test('scopes the context of a plugin to its own data', async () => {
  const row = { parse: (value: unknown) => value } as never;
  const jobs = { work: job({ startedBy: ['plugin'], does: 'look', actsAs: 'installation' }) };
  const one = plugin('one', [], { collections: { rows: { document: row } }, jobs });
  const two = plugin('two', ['one'], { collections: { rows: { document: row } }, start: (context) => context });
  await using host = await testHost(one, { plugins: [two] });
  const other = host.service(serviceRef<typeof host.context>('two'));
  await host.context.collections['rows']?.insertOne({ _id: '1' });
  await host.context.blobs.put('a', new Uint8Array([1]));
  expect(await other.collections['rows']?.count({})).toBe(0);
  expect(await other.blobs.stat('a')).toBeNull();
  await expect(host.context.enqueue('foreign', {})).rejects.toThrow('The plugin "one" declares no job "foreign".');
  const id = await host.context.enqueue('work', {});
  expect(await other.jobState(id)).toBeNull();
  await other.cancelJob(id);
  expect(await host.context.jobState(id)).toMatchObject({ status: 'queued' });
  await host.context.cancelJob(id);
  expect(await host.context.jobState(id)).toMatchObject({ status: 'cancelled' });
  await expect(other.emit('one.happened' as never, {} as never)).rejects.toThrow('The plugin "two" cannot emit "one.happened"');
});

test('identifies the caller by the first plugin that recognizes it; a fake overrides a real service', async () => {
  const door = (id: string, knows: boolean): AnyPlugin =>
    definePlugin({
      name: id,
      contract: 1,
      identify: async () => (knows ? { kind: 'account', id, admin: false } : null),
      start: () => undefined,
      routes: (http) =>
        void http.get(`/api/${id}`, { config: { access: 'public', does: 'look' } }, async ({ sayso }) => ({
          ...sayso.actor,
          fake: sayso.get(fake),
        })),
    });
  const fake = serviceRef<string>('fake');
  const real = plugin('fake', [], { start: () => 'real' });
  await using host = await testHost(door('one', false), {
    plugins: [door('two', true), door('three', true), real],
    provide: [[fake, 'a fake']],
  });
  expect(await (await host.fetch('/api/one')).json()).toEqual({ kind: 'account', id: 'two', admin: false, fake: 'a fake' });
});

test('gives routes of the runtime host the services that their plugin needs, and no others: another process may lack them', async () => {
  const routes: AnyPlugin['routes'] = (http) =>
    ['a', 'b', 'c'].forEach((id) => {
      http.get(`/${id}`, { config: { access: 'public', does: 'look' } }, async ({ sayso }) => sayso.get(serviceRef<object>(id)));
    });
  const serving = plugin('a', ['b'], { routes, runtimeRoutes: routes });
  const errors: string[] = [];
  const ignore = () => undefined;
  const error = (fields: object) => void errors.push((fields as { readonly err: Error }).err.message);
  const log: Logger = { debug: ignore, info: ignore, warn: ignore, error };
  await using host = await testHost(serving, { plugins: [plugin('b'), plugin('c')], log });
  const statuses = (name: 'builder' | 'runtime') =>
    Promise.all(['/a', '/b', '/c'].map(async (path) => (await host.fetch(path, { host: name })).status));
  expect(await statuses('runtime')).toEqual([200, 200, 500]);
  expect(errors).toEqual(['A route of the plugin "a" asks for the service "c", which is not in the plugin\'s `needs`: list it there.']);
  // The process of a builder host starts all plugins.
  expect(await statuses('builder')).toEqual([200, 200, 200]);
});

test('reports the node as unhealthy when a plugin is', async () => {
  const sick = plugin('sick', [], { health: async () => ({ ok: false, reason: 'no mail server' }) });
  await using host = await testHost(sick);
  const response = await host.fetch('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ ok: false, reasons: ['sick: no mail server'] });
});

test('passes edges the own service of their plugin, also where a fake overrides it for others', async () => {
  const counter = serviceRef<{ count(): number }>('counter');
  const counting = definePlugin({
    name: 'counting',
    contract: 1,
    provides: counter,
    start: () => ({ count: () => 1, label: () => 'real' }),
    routes(http, { service }) {
      http.get('/own', { config: { access: 'public', does: 'look' } }, async ({ sayso }) => [
        service().label(),
        sayso.get(counter).count(),
      ]);
    },
    graph(builder, { service }) {
      expect(service).toThrow('The plugin "counting" has not started yet.');
      builder.queryField('label', (t) => t.string({ does: 'look', authScopes: { public: true }, resolve: () => service().label() }));
    },
  });
  await using host = await testHost(counting, { provide: [[counter, { count: () => 2 }]] });
  expect(await (await host.fetch('/own')).json()).toEqual(['real', 2]);
  expect(await host.graphql('{ label }')).toEqual({ data: { label: 'real' } });
  expect(host.service().label()).toBe('real');
});
