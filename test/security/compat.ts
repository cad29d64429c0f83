import { installService } from './packages.ts';
import type { Policy, RouteRow, World } from './world.ts';

interface Policies {
  all(answer: number | string, but?: Partial<Policy>): Policy;
  /** Cookies have no effect on the runtime host. */
  here(policy: Policy): Policy;
}

let next = 1;
/** Another address of a person and of a machine each time: limits count both. */
const someone = () => {
  const number = next++;
  return { email: `compat-${number}@example.org`, headers: { 'x-forwarded-for': `198.51.${number >> 8}.${number & 255}` } };
};

/** A form with a file. */
export function textFile(): FormData {
  const form = new FormData();
  form.set('file', new File(['text'], 'note.txt', { type: 'text/plain' }));
  return form;
}

/** The routes of the plugin `compat`, and those of Core; the same on both hosts. */
export function compatRoutes(host: 'builder' | 'runtime', { all, here }: Policies): Record<string, RouteRow> {
  const base = '/api/apps/:appId';
  const rows = `${base}/entities/:entity`;
  const at = ({ app }: World, rest: string) => `/api/apps/${app.id}${rest}`;
  /** Users and admins of this app; everyone else is a visitor. */
  const members = here(
    all(200, { nobody: 401, tampered: 401, expired: 401, visitor: 401, otherApp: 404, stranger: 401, userSession: 401 }),
  );
  /** A live row of the owner; the preview has draft rows. */
  const strangers = { nobody: 404, visitor: 404, appUser: 404, otherApp: 404, stranger: 404, userSession: 404 };
  const own = here(all(200, { ...strangers, tampered: 401, expired: 401, appOwner: 404 }));
  /** The people of an app, for its admins. */
  const admins = here(
    all(200, { nobody: 401, tampered: 401, expired: 401, visitor: 401, appUser: 403, otherApp: 404, stranger: 401, userSession: 401 }),
  );
  const noViewers = { viewer: 403, demoted: 403, viewerFrame: 403, demotedFrame: 403 };
  const people = (rest: string, body?: object): RouteRow => ({
    call: (world) => ({ host, method: body ? 'PUT' : 'GET', path: at(world, `/entities/User${rest}`), body }),
    expected: admins,
    members: noViewers,
  });
  /** A preview knows its builder only. */
  const person = (body?: object): RouteRow => ({
    call: (world) => people(`/${world.people.user.id}`, body).call(world),
    expected: { ...admins, appOwner: 404 },
    members: noViewers,
  });
  const visitors = (answer: number) => ({ nobody: answer, visitor: answer, stranger: answer, userSession: answer });
  const row = (method: string, body?: unknown): RouteRow => ({
    async call(world) {
      const { id } = await world.json('owner', { path: at(world, '/entities/Note'), body: { text: 'a' } });
      return { host, method, path: at(world, `/entities/Note/${id}`), body };
    },
    expected: own,
  });
  const table = (rest: string, body?: () => unknown, method?: string): RouteRow => ({
    call: (world) => ({ host, path: at(world, `/entities/Note${rest}`), body: body?.(), ...(method ? { method } : {}) }),
    expected: members,
  });
  const csv = () => {
    const form = new FormData();
    form.set('file', new File(['text\na\n'], 'notes.csv', { type: 'text/csv' }));
    return form;
  };
  /** Calls that anyone may make, with secrets that are guesses. */
  const guess = (rest: string, body: (email: string) => object, answer: number): RouteRow => ({
    call(world) {
      const { email, headers } = someone();
      return { host, path: at(world, `/auth/${rest}`), body: body(email), headers };
    },
    expected: all(answer),
  });
  const open = (path: string, answer: number, body?: object): RouteRow => ({
    call: ({ app }) => ({ host, path: path.replace(':appId', app.id).replace(':pageName', 'Home'), body }),
    expected: all(answer),
  });
  /** Addresses that people are redirected to, without a token. */
  const leads = (path: (app: World['app']) => string): RouteRow => ({
    call: ({ app }) => ({ host, path: `${path(app)}${path(app).includes('?') ? '&' : '?'}from_url=https://evil.example/` }),
    expected: all(302),
  });
  const invite = (rest: string): RouteRow => ({
    call(world) {
      const { email, headers } = someone();
      return { host, path: at(world, rest), body: { user_email: email, role: 'user' }, headers };
    },
    expected: admins,
    members: noViewers,
  });
  return {
    [`${host} GET ${rows}`]: table(''),
    [`${host} GET ${rows}/v2/list`]: table('/v2/list'),
    [`${host} GET ${rows}/count`]: table('/count'),
    [`${host} GET ${rows}/:id`]: row('GET'),
    [`${host} POST ${rows}`]: table('', () => ({ text: 'a' })),
    // What a visitor may change is known without the row.
    [`${host} PUT ${rows}/:id`]: { ...row('PUT', { text: 'b' }), expected: here({ ...own, ...visitors(401) }) },
    [`${host} DELETE ${rows}/:id`]: row('DELETE'),
    [`${host} DELETE ${rows}`]: table('', () => ({ text: 'none' }), 'DELETE'),
    [`${host} POST ${rows}/aggregate`]: table('/aggregate', () => ({ groupBy: 'text' })),
    [`${host} POST ${rows}/upsert`]: table('/upsert', () => ({ records: [{ text: 'a' }], key: 'text' })),
    [`${host} PATCH ${rows}/update-many`]: table(
      '/update-many',
      () => ({ query: { text: 'none' }, data: { $set: { text: 'b' } } }),
      'PATCH',
    ),
    [`${host} PUT ${rows}/bulk`]: table('/bulk', () => [], 'PUT'),
    [`${host} POST ${rows}/bulk`]: table('/bulk', () => [{ text: 'a' }]),
    [`${host} POST ${rows}/import`]: table('/import', csv),
    [`${host} GET ${base}/entities/User/me`]: { ...table(''), call: (world) => ({ host, path: at(world, '/entities/User/me') }) },
    [`${host} PUT ${base}/entities/User/me`]: {
      call: (world) => ({ host, method: 'PUT', path: at(world, '/entities/User/me'), body: { colour: 'red' } }),
      expected: members,
    },
    [`${host} GET ${base}/entities/User`]: people(''),
    [`${host} GET ${base}/entities/User/v2/list`]: people('/v2/list'),
    [`${host} GET ${base}/entities/User/count`]: people('/count'),
    [`${host} GET ${base}/entities/User/:id`]: person(),
    [`${host} PUT ${base}/entities/User/:id`]: person({ colour: 'red' }),
    // Of a person who is not there: those of the world are needed afterwards.
    [`${host} DELETE ${base}/entities/User/:id`]: {
      call: (world) => ({ host, method: 'DELETE', path: at(world, '/entities/User/none') }),
      expected: {
        ...admins,
        ...Object.fromEntries(Object.entries(admins).flatMap(([caller, status]) => (status === 200 ? [[caller, 404]] : []))),
      },
      members: noViewers,
    },
    [`${host} POST ${base}/auth/login`]: guess('login', (email) => ({ email, password: 'guess' }), 401),
    // A preview is its builder's: no one else signs up there.
    [`${host} POST ${base}/auth/register`]: {
      ...guess('register', (email) => ({ email, password: 'short' }), 400),
      expected: all(400, { appOwner: 403 }),
    },
    [`${host} POST ${base}/auth/verify-otp`]: guess('verify-otp', (email) => ({ email, otp_code: '123456' }), 400),
    [`${host} POST ${base}/auth/resend-otp`]: guess('resend-otp', (email) => ({ email }), 200),
    [`${host} POST ${base}/auth/reset-password-request`]: guess('reset-password-request', (email) => ({ email }), 200),
    [`${host} POST ${base}/auth/reset-password`]: guess(
      'reset-password',
      () => ({ reset_token: 'guess', new_password: 'correct horse battery 2' }),
      400,
    ),
    // Refused to members for the wrong password, to visitors because they have none.
    [`${host} POST ${base}/auth/change-password`]: {
      ...guess('change-password', () => ({ current_password: 'guess', new_password: 'correct horse battery 2' }), 401),
      expected: all(401, { otherApp: 404 }),
    },
    [`${host} GET /api/apps/auth/login`]: leads(({ id }) => `/api/apps/auth/login?app_id=${id}`),
    [`${host} GET /api/apps/auth/:provider/login`]: leads(({ id }) => `/api/apps/auth/google/login?app_id=${id}`),
    [`${host} GET ${base}/auth/sso/login`]: leads(({ id }) => `/api/apps/${id}/auth/sso/login`),
    [`${host} GET /api/apps/auth/logout`]: leads(() => '/api/apps/auth/logout'),
    [`${host} POST ${base}/users/invite-user`]: invite('/users/invite-user'),
    [`${host} POST ${base}/runtime/users/invite-user`]: invite('/runtime/users/invite-user'),
    [`${host} POST ${base}/analytics/track/batch`]: open(`${base}/analytics/track/batch`, 200, { events: [] }),
    [`${host} GET /api/apps/public/prod/public-settings/by-id/:appId`]: open('/api/apps/public/prod/public-settings/by-id/:appId', 200),
    [`${host} POST /api/app-logs/:appId/log-user-in-app/:pageName`]: open('/api/app-logs/:appId/log-user-in-app/:pageName', 200, {}),
    // Its WebSockets have tests of their own, base44-live.test.ts.
    [`${host} GET /ws-user-apps/socket.io`]: open('/ws-user-apps/socket.io/', 501),
    [`${host} GET ${base}/auth/sso/accesstoken`]: open(`${base}/auth/sso/accesstoken`, 501),
    [`${host} GET ${base}/auth/sso/accesstoken/:userId`]: open(`${base}/auth/sso/accesstoken/x`, 501),
    [`${host} GET ${base}/auth/sso/idtoken/:userId`]: open(`${base}/auth/sso/idtoken/x`, 501),
    [`${host} POST ${base}/integration-endpoints/Core/:endpoint`]: {
      call: (world) => ({ host, path: at(world, '/integration-endpoints/Core/UploadFile'), body: textFile() }),
      expected: members,
    },
    // Of a file that is not there.
    [`${host} POST ${base}/integration-endpoints/Core/CreateFileSignedUrl`]: {
      call: (world) => ({
        host,
        path: at(world, '/integration-endpoints/Core/CreateFileSignedUrl'),
        body: { file_uri: 'private/none/none' },
      }),
      expected: here(all(404, { nobody: 403, tampered: 401, expired: 401, visitor: 403, otherApp: 404, stranger: 403, userSession: 403 })),
      // Their previews look; by themselves they are visitors of the published app.
      members: { viewer: 403, demoted: 403, removed: 403 },
    },
    [`${host} POST ${base}/integration-endpoints/installable/:package/integration-endpoints/:endpoint`]: {
      async call(world) {
        await installService(world);
        const body = { operation: 'list' };
        return { host, path: at(world, '/integration-endpoints/installable/http-service/integration-endpoints/operations'), body };
      },
      expected: members,
    },
    ...Object.fromEntries(
      ['agents', 'connectors', 'external-auth', 'app-user-auth', 'integrations/custom', 'ai', 'actors'].flatMap((module) =>
        ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method): [string, RouteRow] => [
          `${host} ${method} ${base}/${module}/*`,
          { call: (world) => ({ host, method, path: at(world, `/${module}/x/y`) }), expected: all(501) },
        ]),
      ),
    ),
    [`${host} GET /api/app-logs/:appId`]: open('/api/app-logs/:appId', 501),
    [`${host} GET /api/app-logs/:appId/stats`]: open('/api/app-logs/:appId/stats', 501),
    ...(host === 'builder'
      ? {}
      : {
          'runtime GET /login': leads(({ id }) => `/login?app_id=${id}`),
          ...Object.fromEntries(
            ['/api/apps/*', '/api/app-logs/*'].map((path): [string, RouteRow] => [
              `runtime OPTIONS ${path}`,
              { call: (world) => ({ host, method: 'OPTIONS', path: path.replace('*', world.app.id) }), expected: all(204) },
            ]),
          ),
        }),
  };
}
