import { pkce } from '../app-origin.ts';
import { appRoutes } from './app-routes.ts';
import { compatRoutes, textFile } from './compat.ts';
import { csv, importPath, note, PNG } from './owners-rows.ts';
import { installService, installStripe } from './packages.ts';
import {
  account,
  all,
  builders,
  forAdmins,
  importers,
  mine,
  noAccount,
  noApp,
  ofApp,
  onRuntime,
  onRuntimeHost,
  open,
  owners,
} from './route-kinds.ts';
import { password, type RouteRow } from './world.ts';

const VIEW = { order: [], hidden: [], pinned: [], widths: {}, sort: '', conditions: { match: 'all', conditions: [] } };
let nextView = 1;
/** Calls that look at what an edit would do, and those whose app is in the body, which the service checks. */
const editorsOnly = { viewer: 403, demoted: 403 };
const HOME = 'export default () => null;';
let nextMachine = 1;
const COPY = { from: 'draft', to: 'live' };
/** Of server functions, by the app of the token or of the origin. */
const functionPaths = ['/functions/:name', '/functions/:name/*', '/api/functions/:name', '/api/functions/:name/*'];

const columnEdit = ({ id }: { readonly id: string }) => ({
  path: `/live_api/apps/${id}/entities/Note/columns`,
  body: { action: 'add', name: 'extra', property: { type: 'string' } },
});

const ruleEdit = ({ id }: { readonly id: string }, digest = '') => ({
  path: `/live_api/apps/${id}/entities/Note/rules`,
  body: { digest, operation: 'read', rule: { kind: 'signedIn' } },
});

/** Every route of both hosts. A new one needs a row here. */
export const routes: Readonly<Record<string, RouteRow>> = {
  'builder GET /healthz': open('/healthz'),
  'builder GET /readyz': open('/readyz'),
  'builder GET /api/docs': open('/api/docs'),
  'builder GET /api/docs/json': open('/api/docs/json'),
  // Each operation is authorized as on a WebSocket.
  'builder POST /graphql/streams': {
    call: () => ({ path: '/graphql/streams', body: { operations: { a: { query: '{__typename}' } }, endAfter: 100 } }),
    expected: all(200),
  },
  // Each table is a permission of its own: those that the caller may not read are refused within the answer.
  'runtime GET /live_api/apps/:appId/events': {
    call: ({ app }) => ({ host: 'runtime', path: `/live_api/apps/${app.id}/events?tables=Note&endAfter=100` }),
    expected: all(200, { tampered: 401, expired: 401, otherApp: 404 }),
  },
  // Its WebSockets have tests of their own, sockets.test.ts.
  'runtime GET /live_api/changes': {
    call: () => ({ host: 'runtime', path: '/live_api/changes' }),
    expected: all(426, { tampered: 401, expired: 401 }),
  },
  'runtime GET /healthz': onRuntimeHost(open('/healthz')),
  'runtime GET /readyz': onRuntimeHost(open('/readyz')),
  // Through a proxy, as from another machine.
  'builder GET /metrics': {
    call: () => ({ path: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } }),
    expected: all(403, { admin: 200 }),
  },
  'runtime GET /metrics': {
    call: () => ({ host: 'runtime', path: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } }),
    expected: all(403, { admin: 200 }),
  },
  'builder GET /api/blobs/*': open('/api/blobs/apps/x?expires=99999999999&signature=guess', 404),
  'runtime GET /api/blobs/*': onRuntimeHost(open('/api/blobs/apps/x?expires=99999999999&signature=guess', 404)),

  // Each field has its own row in fields.ts.
  'builder GET /graphql': open(`/graphql?query=${encodeURIComponent('{__typename}')}`),
  'builder POST /graphql': { call: () => ({ path: '/graphql', body: { query: '{__typename}' } }), expected: all(200) },
  // Each call behind it has its own row in identity.ts.
  'builder GET /api/auth/*': open('/api/auth/ok'),
  'builder POST /api/auth/*': {
    call: () => ({
      path: '/api/auth/sign-in/email',
      // Attempts are limited by account and by machine, for all callers together.
      body: { email: `nobody-${nextMachine}@example.org`, password: 'guess' },
      headers: { 'x-forwarded-for': `203.0.113.${nextMachine++}` },
    }),
    expected: all(401),
  },

  'builder POST /api/auth/request-password-reset': {
    call: () => ({
      path: '/api/auth/request-password-reset',
      // A few mails an hour are permitted per email address, for all callers together.
      body: { email: `nobody-${nextMachine}@example.org` },
      headers: { 'x-forwarded-for': `203.0.113.${nextMachine++}` },
    }),
    expected: all(200),
  },

  'builder POST /api/live_api/account/create': mine('/api/live_api/account/create', { method: 'POST' }),
  'builder GET /api/live_api/account/current': mine('/api/live_api/account/current'),
  'builder POST /api/live_api/account/sendResetPasswordEmail': {
    call: () => ({
      path: '/api/live_api/account/sendResetPasswordEmail',
      body: { email: `nobody-${nextMachine}@example.org` },
      // Another email and another machine each time: the limit is ten calls a minute for each machine.
      headers: { 'x-forwarded-for': `203.0.113.${nextMachine++}` },
    }),
    expected: all(200),
  },
  'builder POST /api/live_api/account/completeEmailChange': mine(
    '/api/live_api/account/completeEmailChange',
    { body: { newEmail: 'stranger@example.org', password } },
    409,
  ),
  // The secret of the link authorises every caller.
  'builder POST /api/live_api/account/confirmEmail': {
    call: () => ({
      path: '/api/live_api/account/confirmEmail',
      body: { token: 'guess' },
      headers: { 'x-forwarded-for': `203.0.113.${nextMachine++}` },
    }),
    expected: all(400),
  },

  'builder GET /api/apps': { ...mine('/api/apps'), expected: builders(200) },
  'builder POST /api/apps': {
    call: async ({ newApp }) => ({ path: '/api/apps', body: { appId: (await newApp()).id, genApp: { name: 'Mine now' } } }),
    expected: owners(),
    members: editorsOnly,
  },
  'builder GET /api/apps/:appId': ofApp(''),
  'builder DELETE /api/apps/:appId': ofApp('', { method: 'DELETE' }),
  'builder POST /api/apps/:appId/style': ofApp('/style', { body: { appStyle: { background: '#fff' } } }),
  'builder POST /api/apps/:appId/settings': ofApp('/settings', { body: { appSettings: { mainPage: 'Home' } } }),
  'builder GET /api/apps/:appId/thumbnail': {
    call: async ({ newApp, graphql }) => {
      const { id } = await newApp();
      await graphql('owner', 'mutation ($id: ID!, $image: String!) { setAppThumbnail(id: $id, image: $image) { id } }', { id, image: PNG });
      return { path: `/api/apps/${id}/thumbnail` };
    },
    expected: owners(),
  },
  'builder GET /api/apps/:appId/export.zip': ofApp('/export.zip'),
  'builder POST /api/apps/import': { call: async () => ({ path: '/api/apps/import', body: csv() }), expected: builders(400) },
  'builder GET /api/templates/:name/picture': {
    call: async () => ({ path: '/api/templates/todo-board/picture' }),
    expected: builders(200),
  },
  // Editing code by hand is for admins (specification, section 6).
  'builder POST /api/apps/:appId/files/update': forAdmins(ofApp('/files/update', { body: { file: { id: 'pages/Home', content: HOME } } })),
  'builder POST /api/apps/:appId/files/delete': forAdmins(ofApp('/files/delete', { body: { fileId: 'pages/Home' } })),
  'builder GET /api/apps/:appId/versions': ofApp('/versions'),
  'builder GET /api/apps/:appId/versions/:versionId': ofApp('/versions/:versionId'),
  'builder POST /api/apps/:appId/versions/:versionId/validate-repair': {
    ...ofApp('/versions/:versionId/validate-repair', { body: {} }),
    expected: { ...builders(403), admin: 200 },
  },
  'builder POST /api/apps/:appId/versions/:versionId/restore': ofApp('/versions/:versionId/restore', { body: { messageId: 'none' } }, 404),
  'builder POST /api/apps/:appId/chat': ofApp('/chat', { body: { messages: [{ role: 'user', content: 'a' }] } }),
  'builder GET /api/apps/:appId/chat': ofApp('/chat'),
  'builder GET /api/apps/:appId/chat/:chatId/stream': ofApp('/chat/any/stream', {}, 204),
  'builder POST /api/apps/:appId/attachments': {
    call: async ({ newApp }) => ({ path: `/api/apps/${(await newApp()).id}/attachments`, body: csv() }),
    expected: owners(),
  },
  'builder GET /api/apps/:appId/attachments/:id': {
    call: async ({ app, json }) => ({ path: (await json('owner', { path: `/api/apps/${app.id}/attachments`, body: csv() })).url }),
    expected: owners(),
  },

  // The name of a published app is public; an unpublished one answers 404.
  'builder GET /api/apps/:appId/public': open(({ app }) => `/api/apps/${app.id}/public`),
  'builder POST /api/apps/:appId/login-code': {
    call: ({ app, server }) => ({
      path: `/api/apps/${app.id}/login-code`,
      body: { nextUrl: server.runtimeUrl.replace('://', `://${app.slug}.`), codeChallenge: pkce().codeChallenge },
    }),
    expected: account(200),
  },
  // Of the published version, which has public parts; of another one, visitors are led to the log-in (test/wire/spec-publish.test.ts).
  'builder GET /runtime/bundle': open(({ app }) => `/runtime/bundle?appId=${app.id}`),

  'builder GET /app/:slug': open(({ app }) => `/app/${app.slug}`, 302),
  'builder GET /app/:slug/*': open(({ app }) => `/app/${app.slug}/home`, 302),
  'runtime GET /app/:slug': onRuntimeHost(open(({ app }) => `/app/${app.slug}`, 302)),
  'runtime GET /app/:slug/*': onRuntimeHost(open(({ app }) => `/app/${app.slug}/home`, 302)),
  // Only on the app's own origin, which this is not.
  'runtime POST /live_api/apps/:appId/auth/exchange': {
    call: ({ app }) => {
      const body = { code: 'guess', codeVerifier: 'g'.repeat(43) };
      return { host: 'runtime', path: `/live_api/apps/${app.id}/auth/exchange`, body };
    },
    expected: all(404),
  },
  'builder GET /apps/:appId/integrations/schema': {
    call: ({ app }) => ({ path: `/apps/${app.id}/integrations/schema` }),
    expected: owners(),
  },
  // A callback without a pending request: it leads to the screen that says so.
  'builder GET /api/integrations/oauth/callback': {
    call: () => ({ path: '/api/integrations/oauth/callback?state=guess&code=guess' }),
    expected: builders(303),
  },
  // The app is that of the token: without one, that of the origin, which this is not.
  'runtime POST /integrations/Core/:endpoint': {
    call: () => ({ host: 'runtime', path: '/integrations/Core/UploadFile', body: textFile() }),
    expected: onRuntime(all(200, { ...noAccount, nobody: 404, visitor: 401, ...noApp })),
  },
  // Of a file that is not there.
  'runtime POST /integrations/Core/CreateFileSignedUrl': {
    call: () => ({ host: 'runtime', path: '/integrations/Core/CreateFileSignedUrl', body: { file_uri: 'private/none/none' } }),
    expected: onRuntime(all(404, { ...noAccount, nobody: 404, visitor: 403, ...noApp })),
  },
  'runtime POST /integrations/installable/:package/:instance/integration-endpoints/:endpoint': {
    async call(world) {
      await installService(world);
      return { host: 'runtime', path: '/integrations/installable/http-service/main/integration-endpoints/operations', body: {} };
    },
    expected: onRuntime(all(200, { ...noAccount, nobody: 404, visitor: 401, otherApp: 404, ...noApp })),
  },
  // Without the signature of its sender.
  'runtime POST /integrations/installable/:package/:instance/webhooks/:webhook': {
    async call(world) {
      const id = await installStripe(world);
      return { host: 'runtime', path: `/integrations/installable/stripe/${id}/webhooks/events`, body: {} };
    },
    expected: all(401),
  },
  ...Object.fromEntries(
    [
      ...functionPaths.map((path) => ['runtime', path] as const),
      ...functionPaths.slice(2).map((path) => ['builder', path] as const),
    ].flatMap(([host, path]) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method): [string, RouteRow] => [
        `${host} ${method} ${path}`,
        {
          call: () => ({ host, method, path: path.replace(':name', 'none') }),
          // A cookie is no caller, and a session has to name the app.
          expected: all(404, { ...noAccount, nobody: 404, visitor: 401, stranger: 400, owner: 400, admin: 400, userSession: 400 }),
        },
      ]),
    ),
  ),
  ...Object.fromEntries(
    functionPaths.map((path): [string, RouteRow] => [
      `runtime OPTIONS ${path}`,
      { call: () => ({ host: 'runtime', method: 'OPTIONS', path: path.replace(':name', 'none') }), expected: all(204) },
    ]),
  ),
  'runtime OPTIONS /integrations/*': {
    call: () => ({ host: 'runtime', method: 'OPTIONS', path: '/integrations/Core/UploadFile' }),
    expected: all(204),
  },
  // A forged link; valid ones have tests in the plugin.
  'runtime GET /api/mail/:appId/unsubscribe/:token': {
    call: ({ app }) => ({ host: 'runtime', path: `/api/mail/${app.id}/unsubscribe/guess.guess` }),
    expected: all(404),
  },
  'runtime POST /api/mail/:appId/unsubscribe/:token': {
    call: ({ app }) => ({ host: 'runtime', method: 'POST', path: `/api/mail/${app.id}/unsubscribe/guess.guess` }),
    expected: all(404),
  },
  // A public file; private ones have tests of their own, in the plugin.
  'runtime GET /api/files/:appId/:id/:name': {
    async call({ app, json }) {
      const path = `/api/apps/${app.id}/integration-endpoints/Core/UploadFile`;
      const { file_url } = await json('owner', { path, body: textFile() });
      return { host: 'runtime', path: new URL(file_url).pathname };
    },
    expected: all(200),
  },
  // As rows and pages store it.
  'runtime GET /api/files/:id/:name': {
    async call({ app, json }) {
      const path = `/api/apps/${app.id}/integration-endpoints/Core/UploadFile`;
      const { file_url } = await json('owner', { path, body: textFile() });
      return { host: 'runtime', path: new URL(file_url).pathname.replace(`/${app.id}/`, '/') };
    },
    expected: all(200),
  },
  'builder GET /api/files/:id/:name': { call: () => ({ path: '/api/files/none/none.png' }), expected: all(302) },
  // The empty shell: its content arrives by `postMessage`.
  'runtime GET /preview/:appId': onRuntimeHost(open(({ app }) => `/preview/${app.id}`)),
  'runtime GET /lib/:file': onRuntimeHost(open('/lib/licenses.txt')),
  'runtime GET /m/:run/:file': onRuntimeHost(open('/m/1/AAAAAAAAAAAAAAAAAAAA.js', 404)),
  'runtime GET /m/:file': onRuntimeHost(open('/m/AAAAAAAAAAAAAAAAAAAA.js', 404)),
  'runtime GET /c/:file': onRuntimeHost(open('/c/AAAAAAAAAAAAAAAAAAAA.css', 404)),
  'runtime GET /': onRuntimeHost(open('/', 404)),
  'runtime GET /*': onRuntimeHost(open('/somewhere', 404)),
  'builder GET /live_api/apps/:appId/entities/:entity/:id/history': {
    call: async (world) => ({ path: `/live_api/apps/${world.app.id}/entities/Note/${await note(world)}/history` }),
    expected: owners(),
  },
  'builder GET /live_api/apps/:appId/entities/:entity/views': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/entities/Note/views` }),
    expected: owners(),
  },
  'builder POST /live_api/apps/:appId/entities/:entity/views': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/entities/Note/views`, body: { name: `View ${nextView++}`, arrangement: VIEW } }),
    expected: owners(),
  },
  'builder PUT /live_api/apps/:appId/entities/:entity/views/:viewId': {
    call: ({ app }) => ({ method: 'PUT', path: `/live_api/apps/${app.id}/entities/Note/views/none`, body: { name: 'a' } }),
    expected: owners(404),
  },
  'builder DELETE /live_api/apps/:appId/entities/:entity/views/:viewId': {
    call: ({ app }) => ({ method: 'DELETE', path: `/live_api/apps/${app.id}/entities/Note/views/none` }),
    expected: owners(404),
  },
  // The app has no such person.
  'builder GET /live_api/apps/:appId/people/:personId/export': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/people/nobody/export` }),
    expected: owners(404),
    members: { viewer: 403, demoted: 403 },
  },
  'builder GET /live_api/apps/:appId/trash': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/trash` }),
    expected: owners(),
  },
  'builder GET /live_api/apps/:appId/trash/tables': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/trash/tables` }),
    expected: owners(),
  },
  'builder POST /live_api/apps/:appId/trash/restore': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/trash/restore`, body: { ids: ['none'] } }),
    expected: owners(),
  },
  'builder DELETE /live_api/apps/:appId/trash': {
    call: ({ app }) => ({ method: 'DELETE', path: `/live_api/apps/${app.id}/trash`, body: { ids: ['none'] } }),
    expected: owners(),
  },
  'runtime OPTIONS /live_api/apps/:appId/auth/*': {
    call: ({ app }) => ({ host: 'runtime', method: 'OPTIONS', path: `/live_api/apps/${app.id}/auth/me` }),
    expected: all(204),
  },
  'builder POST /live_api/apps/:appId/entities/:entity/imports': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/entities/Note/imports`, body: csv() }),
    expected: importers(200),
  },
  'builder GET /live_api/apps/:appId/entities/:entity/imports/:id': {
    call: async (world) => ({ path: await importPath(world) }),
    expected: owners(),
  },
  'builder GET /live_api/apps/:appId/entities/:entity/imports/:id/report': {
    call: async (world) => ({ path: `${await importPath(world)}/report` }),
    expected: owners(),
  },
  'builder DELETE /live_api/apps/:appId/entities/:entity/imports/:id': {
    call: async (world) => ({ method: 'DELETE', path: await importPath(world) }),
    expected: owners(),
  },
  // The call is allowed, and the import updates rows by a key.
  'builder POST /live_api/apps/:appId/entities/:entity/imports/:id/undo': {
    call: async (world) => ({ method: 'POST', path: `${await importPath(world, { key: 'text' })}/undo` }),
    expected: owners(409),
  },
  // The call is allowed, and the demo assistant has no answer.
  'builder POST /api/csv/generateMapping': {
    call: () => ({
      path: '/api/csv/generateMapping',
      body: { headers: ['text'], previewData: [['a']], schema: { properties: { text: {} } }, entityName: 'Note' },
    }),
    expected: builders(502),
  },
  'builder GET /api/chat/ratings.csv': { call: () => ({ path: '/api/chat/ratings.csv' }), expected: { ...builders(403), admin: 200 } },
  'builder GET /live_api/apps/:appId/rows/copies': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/rows/copies?from=draft&to=live` }),
    expected: owners(),
    members: editorsOnly,
  },
  'builder POST /live_api/apps/:appId/rows/copy': {
    call: async (world) => ({ path: `/live_api/apps/${(await world.newApp()).id}/rows/copy`, body: COPY }),
    expected: owners(),
  },
  'builder GET /live_api/apps/:appId/rows/copy/:id': {
    call: async (world) => {
      const path = `/live_api/apps/${(await world.newApp()).id}/rows/copy`;
      return { path: `${path}/${(await world.json('owner', { path, body: COPY })).id}` };
    },
    expected: owners(),
    members: editorsOnly,
  },
  'builder GET /live_api/apps/:appId/snapshots': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/snapshots` }),
    expected: owners(),
    members: editorsOnly,
  },
  'builder DELETE /live_api/apps/:appId/snapshots/:snapshotId': {
    call: ({ app }) => ({ method: 'DELETE', path: `/live_api/apps/${app.id}/snapshots/none` }),
    expected: owners(404),
  },
  'builder GET /live_api/apps/:appId/rows/merge': {
    call: async ({ newApp, graphql }) => {
      const start = 'mutation ($id: ID!) { startBranch(id: $id, name: "Idea") { id } }';
      const { data } = await graphql('owner', start, { id: (await newApp()).id });
      return { path: `/live_api/apps/${data.startBranch.id}/rows/merge` };
    },
    expected: owners(),
    members: editorsOnly,
  },
  'builder POST /live_api/apps/:appId/rows/restore': {
    call: async (world) => ({
      path: `/live_api/apps/${(await world.newApp()).id}/rows/restore`,
      body: { tables: [{ name: 'Note', snapshotId: 'none' }] },
    }),
    expected: owners(404),
  },
  'builder POST /live_api/apps/:appId/entities/:entity/columns': {
    call: async (world) => columnEdit(await world.newApp()),
    expected: owners(),
  },
  'builder POST /live_api/apps/:appId/entities/:entity/columns/undo': {
    call: async (world) => {
      const app = await world.newApp();
      const { versionId } = await world.json('owner', columnEdit(app));
      return { path: `${columnEdit(app).path}/undo`, body: { versionId } };
    },
    expected: owners(),
  },
  'builder GET /live_api/apps/:appId/entities/:entity/rules': {
    call: async (world) => ({ path: ruleEdit(await world.newApp()).path }),
    expected: owners(),
    members: editorsOnly,
  },
  'builder POST /live_api/apps/:appId/entities/:entity/rules': {
    call: async (world) => {
      const app = await world.newApp();
      const { digest } = await world.json('owner', { path: ruleEdit(app).path });
      return ruleEdit(app, digest);
    },
    expected: owners(),
  },
  'builder POST /live_api/apps/:appId/entities/:entity/rules/undo': {
    call: async (world) => {
      const app = await world.newApp();
      const { digest } = await world.json('owner', { path: ruleEdit(app).path });
      const { versionId } = await world.json('owner', ruleEdit(app, digest));
      return { path: `${ruleEdit(app).path}/undo`, body: { versionId } };
    },
    expected: owners(),
  },
  'builder GET /live_api/apps/:appId/versions/:versionId/effects': {
    call: async (world) => {
      const { id, versionId } = await world.newApp();
      return { path: `/live_api/apps/${id}/versions/${versionId}/effects` };
    },
    expected: owners(),
    members: editorsOnly,
  },
  'builder GET /live_api/apps/:appId/conversion': {
    call: ({ app }) => ({ path: `/live_api/apps/${app.id}/conversion` }),
    expected: owners(),
  },
  'runtime OPTIONS /live_api/apps/:appId/events': {
    call: ({ app }) => ({ host: 'runtime', method: 'OPTIONS', path: `/live_api/apps/${app.id}/events` }),
    expected: all(204, { tampered: 401, expired: 401 }),
  },
  'runtime OPTIONS /live_api/apps/:appId/entities/*': {
    call: ({ app }) => ({ host: 'runtime', method: 'OPTIONS', path: `/live_api/apps/${app.id}/entities/Note` }),
    // Browsers send no token with a preflight.
    expected: all(204, { tampered: 401, expired: 401 }),
  },
  ...appRoutes('builder'),
  ...appRoutes('runtime'),
  ...compatRoutes('builder', { all, here: (policy) => policy }),
  ...compatRoutes('runtime', { all, here: onRuntime }),
};
