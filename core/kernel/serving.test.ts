import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extensionPoint, serviceRef } from '../contract/index.ts';
import { openTestEnvironment } from '../testing/environment.ts';
import type { AnyPlugin } from './index.ts';
import { checkServing, neededToServe } from './serving.ts';

const ref = (id: string) => serviceRef<object>(id);
const doors = (owner: string) => extensionPoint<string>(ref(owner), 'doors');

interface Shape {
  readonly name: string;
  readonly needs?: readonly string[];
  /** Owners of the extension points to which it adds. */
  readonly adds?: readonly string[];
  readonly serves?: boolean;
}

/** Answers `GET /<name>` with the additions to its extension point and the services that it got. */
function pluginOf({ name, needs = [], adds = [], serves = false }: Shape): AnyPlugin {
  const owners = [...new Set([...needs, ...adds])];
  return {
    name,
    contract: 1,
    provides: ref(name),
    needs: Object.fromEntries(owners.map((need) => [need, ref(need)])),
    extensionPoints: { doors: doors(name) },
    adds: Object.fromEntries(adds.map((owner) => [owner, doors(owner)])),
    start({ additions, add, needs: given }) {
      for (const owner of adds) add(owner, name);
      return { answer: () => ({ added: (additions as { doors(): string[] }).doors().sort(), needs: Object.keys(given as object).sort() }) };
    },
    ...(serves
      ? {
          runtimeRoutes: (http, { service }) =>
            void http.get(`/${name}`, { config: { access: 'public', does: 'look' } }, async () => service().answer()),
        }
      : {}),
  } satisfies AnyPlugin;
}

const names = (plugins: Iterable<AnyPlugin>) => [...plugins].map(({ name }) => name).sort();

test('needs the services of plugins with routes, what adds to their extension points, and what these need', () => {
  const plugins: Shape[] = [
    { name: 'base' },
    { name: 'serving', needs: ['base'], serves: true },
    { name: 'more' },
    { name: 'adding', needs: ['more'], adds: ['serving'] },
    { name: 'added-to-base', adds: ['base'] },
    { name: 'user', needs: ['serving'] },
    { name: 'alone' },
  ];
  expect(names(neededToServe(plugins.map(pluginOf)))).toEqual(['added-to-base', 'adding', 'base', 'more', 'serving']);
});

test('names what would be lacking', () => {
  const [base, serving, adding] = [
    pluginOf({ name: 'base' }),
    pluginOf({ name: 'serving', needs: ['base'] }),
    pluginOf({ name: 'adding', adds: ['serving'] }),
  ] as const;
  const checkWith = (...started: AnyPlugin[]) => checkServing([base, serving, adding], (plugin) => started.includes(plugin));
  checkWith(base, serving, adding);
  expect(() => checkWith(serving)).toThrow(
    /"serving": It would serve published apps without the service "base" of the plugin "base", which has not started.*\n.*without the additions to "serving.doors" of the plugin "adding", which has not started/,
  );
});

/** Plugins that need and extend some of those before them. */
const shapes = fc.array(fc.record({ needs: fc.nat(), adds: fc.nat(), serves: fc.boolean() }), { minLength: 1, maxLength: 7 }).map((drawn) =>
  drawn.map(({ needs, adds, serves }, at): Shape => {
    const earlier = (bits: number) => drawn.flatMap((_one, other) => (other < at && (bits >> other) & 1 ? [`p${other}`] : []));
    return { name: `p${at}`, needs: earlier(needs), adds: earlier(adds), serves };
  }),
);

test('a process that only serves published apps answers every route as the main one does', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async (drawn) => {
      const plugins = drawn.map(pluginOf);
      const answers = async (servesAppsOnly: boolean): Promise<unknown[]> => {
        const found: unknown[] = [];
        const urls = { builderUrl: 'http://localhost:4000', runtimeUrl: 'http://localhost:4001' };
        const { close } = await openTestEnvironment({
          plugins,
          ...urls,
          servesAppsOnly,
          // The host listens now, when the other plugins of a main process have not started.
          async onServing(runtime) {
            for (const { name, serves } of drawn)
              if (serves) found.push(await (await runtime.inject({ url: `/${name}`, headers: { host: 'localhost:4001' } })).json());
          },
        });
        await close();
        return found;
      };
      const expected = drawn
        .filter(({ serves }) => serves)
        .map(({ name, needs = [], adds = [] }) => ({
          added: drawn.flatMap((other) => (other.adds?.includes(name) ? [other.name] : [])).sort(),
          needs: [...new Set([...needs, ...adds])].sort(),
        }));
      expect(await answers(false)).toEqual(expected);
      expect(await answers(true)).toEqual(expected);
    }),
    { numRuns: 15 },
  );
}, 60_000);
