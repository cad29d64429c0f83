// What must not compile. Checked by the compiler alone: an expected error that does not come is an error itself.
import { z } from 'zod';
import {
  type Actor,
  type ContextOf,
  definePlugin,
  type Edge,
  type ExtensionPoint,
  extensionPoint,
  type Http,
  type JobSpec,
  type ServiceRef,
  serviceRef,
  type WorkerSpec,
  worker,
} from './index.ts';

interface Clock {
  now(): string;
}
const clock = serviceRef<Clock>('clock');
const counter = serviceRef<{ add(by: number): Promise<void> }>('counter');
const row = z.object({ _id: z.string(), count: z.number() });

declare module './index.ts' {
  interface EventMap {
    'types.counted': { readonly count: number };
  }
}

/** Everything inferred from one declaration, without a type written down. */
export const good = definePlugin({
  name: 'types',
  contract: 1,
  config: z.object({ SIZE: z.coerce.number().default(3) }),
  needs: { clock },
  provides: counter,
  collections: { rows: { document: row, indexes: [{ keys: { count: 1 } }] } },
  workers: { double: worker<number, number>(new URL('file:///double.ts'), { timeoutMs: 1, memoryMb: 1 }) },
  jobs: {
    count: {
      input: z.object({ by: z.number().default(1) }),
      startedBy: ['user'],
      does: 'change-own',
      actsAs: 'installation',
      run: async (input, { service }) => service.add(input.by),
    },
  },
  on: {
    'types.counted': async ({ count }) => {
      count.toFixed();
    },
  },
  start(context) {
    const size: number = context.config.SIZE;
    const now: string = context.needs.clock.now();
    // @ts-expect-error: settings have the types of their schema
    const text: string = context.config.SIZE;
    // @ts-expect-error: only what is listed in `needs` is there
    context.needs.calendar;
    // @ts-expect-error: only declared collections are there
    context.collections.tables;
    // @ts-expect-error: documents have the shape of their schema
    void context.collections.rows.insertOne({ _id: 'a', count: 'one' });
    // @ts-expect-error: workers take their input's type
    void context.workers.double('two');
    // @ts-expect-error: only declared jobs can be enqueued
    void context.enqueue('recount', {});
    // @ts-expect-error: jobs take their input's type
    void context.enqueue('count', { by: 'one' });
    // The default of an input may be left out.
    void context.enqueue('count', {});
    // @ts-expect-error: only declared events can be emitted
    void context.emit('types.unheard', {});
    // @ts-expect-error: events have the type of their payload
    void context.emit('types.counted', { count: 'one' });
    // @ts-expect-error: the context is the plugin's own, not to be changed
    context.config = { SIZE: 1 };
    return { add: async (by: number): Promise<void> => void [by, size, now, text] };
  },
});

definePlugin({
  name: 'wrong-contract',
  // @ts-expect-error: a plugin states the version of the contract that this host speaks
  contract: 2,
  start: () => undefined,
});

definePlugin({
  name: 'wrong-service',
  contract: 1,
  provides: clock,
  // @ts-expect-error: what starts is what is provided
  start: () => ({ now: () => 12 }),
});

definePlugin({
  name: 'wrong-document',
  contract: 1,
  // @ts-expect-error: a document has an `_id`
  collections: { rows: { document: z.object({ id: z.string() }) } },
  start: () => undefined,
});

definePlugin({
  name: 'wrong-access',
  contract: 1,
  start: () => undefined,
  routes(http) {
    http.get('/fine', { config: { access: 'account', does: 'look' } }, ({ sayso }) => sayso.get(clock).now());
    // @ts-expect-error: access is one of the five
    http.get('/wrong', { config: { access: 'everyone' } }, async () => 'x');
    http.post(
      '/typed',
      { config: { access: 'public', does: 'change-own' }, schema: { body: z.object({ name: z.string() }) } },
      async ({ body }) => {
        const name: string = body.name;
        // @ts-expect-error: the body has the shape of its schema
        body.age;
        return name;
      },
    );
  },
  graph(builder) {
    builder.queryField('fine', (t) =>
      t.string({ does: 'look', authScopes: { admin: true }, resolve: (_root, _args, { get }) => get(clock).now() }),
    );
    builder.queryField('wrong', (t) =>
      // @ts-expect-error: scopes are the five kinds of access
      t.string({ does: 'look', authScopes: { everyone: true }, resolve: () => 'x' }),
    );
    // @ts-expect-error: fields are not null unless they say so
    builder.queryField('missing', (t) => t.string({ does: 'look', authScopes: { public: true }, resolve: () => null }));
  },
});

// @ts-expect-error: an app actor is always bound to one app
export const loose: Actor = { kind: 'app', id: null, admin: false };

/** Two services of different shapes are not exchangeable. */
declare const calendar: ServiceRef<{ today(): Date }>;
// @ts-expect-error: another service
export const swapped: ServiceRef<Clock> = calendar;

interface Bell {
  ring(): void;
}
const bells = extensionPoint<Bell>(counter, 'bells');
const hands = extensionPoint<{ turn(by: number): void }>(clock, 'hands');

/** Extension points: the owner reads typed additions, a plugin adds of the right type to what it names. */
export const points = definePlugin({
  name: 'points',
  contract: 1,
  needs: { clock },
  extensionPoints: { bells },
  adds: { hands },
  start(context) {
    context.add('hands', { turn: (by) => void by.toFixed() });
    for (const bell of context.additions.bells()) bell.ring();
    // @ts-expect-error: an addition has the type of its extension point
    context.add('hands', { turn: (by: string) => by });
    // @ts-expect-error: only what is listed in `adds` can be added to
    context.add('bells', { ring: () => undefined });
    // @ts-expect-error: only the plugin's own extension points can be read
    context.additions.hands;
    // @ts-expect-error: additions are made by others, in their `start`
    context.additions.bells().push({ ring: () => undefined });
    return undefined;
  },
});

definePlugin({
  name: 'wrong-point',
  contract: 1,
  // @ts-expect-error: a service takes no additions
  adds: { clock },
  // @ts-expect-error: an extension point is no service
  needs: { hands },
  start: () => undefined,
});

/** Two extension points of different shapes are not exchangeable. */
// @ts-expect-error: another extension point
export const swappedPoint: ExtensionPoint<Bell> = hands;

/** The context can be named for a file of its own. */
type Named = ContextOf<{
  config: z.ZodObject<{ SIZE: z.ZodNumber }>;
  needs: { clock: typeof clock };
  workers: { double: WorkerSpec<number, number> };
}>;
export async function named(context: Named): Promise<number> {
  const now: string = context.needs.clock.now();
  // @ts-expect-error: only what is named is there
  context.collections.rows;
  // @ts-expect-error: a part that is not named has nothing
  void context.enqueue('count', {});
  return context.workers.double(context.config.SIZE + now.length);
}

/** A context with more parts serves where one with fewer is expected. */
export const narrowed = (context: ContextOf<{ needs: { clock: typeof clock } }>): Named['needs'] => context.needs;
// @ts-expect-error: the parts of a context are those of a declaration
export type Wrong = ContextOf<{ needs: { hands: typeof hands } }>;

// @ts-expect-error: a job states who may start it, what it does and as whom it runs
export const silent: JobSpec<z.ZodObject, unknown> = { input: z.object({}), run: async () => undefined };

interface FullClock extends Clock {
  set(text: string): void;
}
const addRoute = (http: Http, { service }: Edge<FullClock>): void => {
  http.get('/set', { config: { access: 'admin', does: 'look' } }, async () => service().set('12:00'));
};

/** The plugin's own edges, jobs and handlers see the whole service; other plugins see what the ref says of it. */
export const full = definePlugin({
  name: 'full',
  contract: 1,
  provides: clock,
  start: (context): FullClock => ({ now: () => context.host.builderUrl, set: (text) => void text }),
  jobs: {
    set: {
      input: z.object({}),
      startedBy: ['plugin'],
      does: 'look',
      actsAs: 'installation',
      run: async (_input, { service }) => service.set('12:00'),
    },
  },
  on: { 'types.counted': async (_counted, service) => service.set('12:00') },
  routes: addRoute,
  graph(builder, { service }) {
    builder.queryField('set', (t) => t.string({ does: 'look', authScopes: { admin: true }, resolve: () => service().now() }));
    // @ts-expect-error: the service has what `start` returns
    service().stop();
    // @ts-expect-error: the service is the plugin's own running one, not a value of the declaration
    service.now();
  },
  ready: async (service) => service.set('12:00'),
});

definePlugin({
  name: 'others',
  contract: 1,
  needs: { clock },
  start({ needs }) {
    // @ts-expect-error: of another plugin, only what its ref says is there
    needs.clock.set('12:00');
    return undefined;
  },
  routes(http) {
    // @ts-expect-error: and so in a request
    http.get('/', { config: { access: 'public', does: 'look' } }, async ({ sayso }) => sayso.get(clock).set('12:00'));
  },
});
