// A third-party client of the OpenAPI document: the types in api.ts are generated from it, and none are written by hand.
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const [baseUrl = '', password = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });

const signedUp = await client.POST('/api/auth/sign-up/email', { body: { email: 'program@example.org', password } });
if (!signedUp.data?.token) throw new Error(signedUp.error?.message ?? 'The sign-up answered no token.');
const headers = { authorization: `Bearer ${signedUp.data.token}` };

const properties = { text: { type: 'string' } };
const made = await client.POST('/api/apps', {
  headers,
  body: {
    appType: 'generated',
    genApp: { name: 'Notes', pages: { Home: 'export default () => <h1>Home</h1>;' }, entities: { Note: { type: 'object', properties } } },
  },
});
if (!made.data) throw new Error(made.error.message);
const { id: appId, currentVersionId } = made.data;

const path = { appId, entity: 'Note' };
const row = await client.POST('/live_api/apps/{appId}/entities/{entity}', { headers, params: { path }, body: { text: 'By hand' } });
const imported = await client.POST('/live_api/apps/{appId}/entities/{entity}/import', {
  headers,
  params: { path },
  body: { file: 'text\nFrom a file\n' },
  bodySerializer({ file }) {
    const form = new FormData();
    form.set('file', new File([file], 'notes.csv', { type: 'text/csv' }));
    return form;
  },
});
const rows = await client.GET('/live_api/apps/{appId}/entities/{entity}', { headers, params: { path, query: { sort: 'text' } } });
const missing = await client.GET('/api/apps/{appId}', { headers, params: { path: { appId: 'none' } } });
const stranger = await client.GET('/api/apps');

process.stdout.write(
  JSON.stringify({
    hasVersion: currentVersionId !== null,
    row: row.data?.['text'],
    imported: imported.data?.imported,
    rows: rows.data?.map((one) => one['text']),
    missing: missing.error?.error.code,
    stranger: stranger.error?.code,
  }),
);
