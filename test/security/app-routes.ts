import { csv, NOTE, note } from './owners-rows.ts';
import { all, noAccount, onRuntime } from './route-kinds.ts';
import type { Policy, RouteRow, World } from './world.ts';

/** Calls of apps; the same on both hosts. `Note` is a table with `creator` permissions. */
export function appRoutes(host: 'builder' | 'runtime'): Record<string, RouteRow> {
  const here = host === 'runtime' ? onRuntime : (policy: Policy) => policy;
  const base = '/live_api/apps/:appId';
  const rows = `${base}/entities/:entity`;
  const at = (world: World, rest: string) => `/live_api/apps/${world.app.id}${rest}`;
  /** Users and admins of this app. A builder who is neither is treated as a visitor, session or not. */
  const members = (answer: number) => here(all(answer, { ...noAccount, visitor: 401, otherApp: 404, stranger: 401, userSession: 401 }));
  /** A live row of the owner: 404 for other users, for visitors and for the preview, which has draft rows. */
  const strangers = { nobody: 404, visitor: 404, appUser: 404, otherApp: 404, stranger: 404, userSession: 404 };
  const own = here(all(200, { ...strangers, tampered: 401, expired: 401, appOwner: 404 }));
  const row = (method: string, body?: unknown) => ({
    call: async (world: World) => ({ host, method, path: at(world, `/entities/Note/${await note(world)}`), body }),
    expected: own,
  });
  return {
    [`${host} GET /api/live_api/user/memories/current`]: {
      call: ({ app }) => ({ host, path: `/api/live_api/user/memories/current?appId=${app.id}` }),
      expected: all(200, { otherApp: 404 }),
    },
    // The app has no functions: callers with access get 404.
    ...Object.fromEntries(
      (host === 'runtime' ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['POST']).flatMap((method) =>
        ['', '/*'].map((below): [string, RouteRow] => [
          `${host} ${method} /api/apps/:appId/functions/:name${below}`,
          { call: ({ app }) => ({ host, method, path: `/api/apps/${app.id}/functions/none${below}` }), expected: members(404) },
        ]),
      ),
    ),
    [`${host} GET ${base}/auth/me`]: {
      call: (world) => ({ host, path: at(world, '/auth/me') }),
      expected: all(200, { tampered: 401, expired: 401, otherApp: 404 }),
    },
    [`${host} PUT ${base}/auth/me`]: {
      call: (world) => ({ host, method: 'PUT', path: at(world, '/auth/me'), body: { colour: 'red' } }),
      expected: members(200),
    },
    [`${host} POST ${base}/auth/refresh`]: {
      call: (world) => ({ host, method: 'POST', path: at(world, '/auth/refresh') }),
      // Requires a token of this app with a live session: not a session itself, nor the token of a visitor or a preview.
      expected: all(401, { appUser: 200 }),
    },
    [`${host} POST ${base}/auth/logout`]: {
      // Ends only the token that it is called with. Uses an unknown one: the others are needed afterwards.
      call: (world) => ({ host, method: 'POST', path: at(world, '/auth/logout'), headers: { authorization: 'Bearer none' } }),
      expected: all(200),
    },
    [`${host} GET ${rows}`]: { call: (world) => ({ host, path: at(world, '/entities/Note') }), expected: members(200) },
    [`${host} GET ${rows}/count`]: { call: (world) => ({ host, path: at(world, '/entities/Note/count') }), expected: members(200) },
    [`${host} POST ${rows}/aggregate`]: {
      call: (world) => ({ host, path: at(world, '/entities/Note/aggregate'), body: { groupBy: 'text' } }),
      expected: members(200),
    },
    [`${host} GET ${rows}/schema`]: { call: (world) => ({ host, path: at(world, '/entities/Note/schema') }), expected: members(200) },
    [`${host} GET ${rows}/events`]: { call: (world) => ({ host, path: at(world, '/entities/Note/events') }), expected: members(200) },
    [`${host} GET ${rows}/:id`]: row('GET'),
    [`${host} POST ${rows}`]: { call: (world) => ({ host, path: at(world, '/entities/Note'), body: NOTE }), expected: members(200) },
    [`${host} PUT ${rows}/:id`]: row('PUT', { text: 'b' }),
    [`${host} DELETE ${rows}/:id`]: row('DELETE'),
    [`${host} DELETE ${rows}`]: {
      call: (world) => ({ host, method: 'DELETE', path: at(world, '/entities/Note'), body: { q: { text: 'none' } } }),
      expected: members(200),
    },
    [`${host} PUT ${rows}/bulk`]: {
      call: async (world) => ({
        host,
        method: 'PUT',
        path: at(world, '/entities/Note/bulk'),
        body: [{ id: await note(world), text: 'b' }],
      }),
      expected: own,
    },
    [`${host} PATCH ${rows}/update-many`]: {
      call: (world) => ({
        host,
        method: 'PATCH',
        path: at(world, '/entities/Note/update-many'),
        body: { query: { text: 'none' }, data: NOTE },
      }),
      expected: members(200),
    },
    [`${host} POST ${rows}/upsert`]: {
      call: (world) => ({ host, path: at(world, '/entities/Note/upsert'), body: { records: [NOTE], key: 'text' } }),
      expected: members(200),
    },
    [`${host} POST ${rows}/bulk`]: {
      call: (world) => ({ host, path: at(world, '/entities/Note/bulk'), body: [NOTE] }),
      expected: members(200),
    },
    [`${host} POST ${rows}/import`]: {
      call: (world) => ({ host, path: at(world, '/entities/Note/import'), body: csv() }),
      expected: members(200),
    },
  };
}
