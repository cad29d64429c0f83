import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, type Data, openWorld, type World } from '../security/world.ts';

/** The modules of the server that send requests, and to where. A new one needs a row, and has to check addresses that others give. */
const SENDERS: Readonly<Record<string, string>> = {
  'plugins/integrations/sandbox/fetch.ts': 'where code of apps and packages, providers of log-ins and fonts are: public addresses alone',
  'plugins/models/gateway/fetch.ts': 'the model that an administrator connected',
  'plugins/packages/registry/client.ts': 'the registry of the operator',
  'plugins/integrations/author/recording.ts': 'where an author records the calls of a package, on their own machine',
};

test('few modules of the server send requests', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = globSync('{core,plugins,runtime/{compile,serve,render}}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  const own = sources.filter((file) => !/\.(?:test|suite|child)\.ts$|\/testing\/|\/dist\//.test(file));
  // Not `fetch` of a parameter or of an object, such as the guarded one that a plugin is given.
  const sends =
    /(?:await|return|=>) fetch\(|import (?!type)[^;]* from '(?:undici|node:https|node:tls|node:dgram)'|\brequest[^;]* from 'node:http'/;
  const given = (text: string) => /\bfetch[,:\s}][^;]*\}: \w+|const fetch =|\{ fetch/.test(text);
  const found = own.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return sends.test(text) && !given(text);
  });
  // Pages that a browser runs.
  const ofBrowsers = new Set(['plugins/compat/login/page.ts']);
  expect(found.filter((file) => !ofBrowsers.has(file) && !file.startsWith('runtime/render/page/')).sort()).toEqual(
    Object.keys(SENDERS).sort(),
  );
});

let world: World;
let server: Server;
let connections = 0;
let at = '';
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  at = `127.0.0.1:${(server.address() as { port: number }).port}`;
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0, FONTS_URL: `http://${at}/fonts` });
}, 120_000);
afterAll(async () => {
  await world?.server.close();
  server?.close();
});

/** Every call in which a builder or a person gives an address; `url` leads to a server of this machine. */
const calls = (url: string): Readonly<Record<string, Call>> => {
  const { id } = world.app;
  const core = (endpoint: string, body: object): Call => ({ path: `/api/apps/${id}/integration-endpoints/Core/${endpoint}`, body });
  const message = (part: object) => ({ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Look' }, part] });
  const graphql = (query: string, variables: object): Call => ({ path: '/graphql', body: { query, variables: { id, url, ...variables } } });
  return {
    'a file to extract from': core('ExtractDataFromUploadedFile', { file_url: url, json_schema: { type: 'object', properties: {} } }),
    'files for the model': core('InvokeLLM', { prompt: 'Look', file_urls: [url] }),
    'context of the internet': core('InvokeLLM', { prompt: `Read ${url}`, add_context_from_internet: true }),
    'a picture to start from': core('GenerateImage', { prompt: 'Look', existing_image_urls: [url] }),
    'a private file': core('CreateFileSignedUrl', { file_uri: url }),
    'an attachment of mail': core('SendEmail', {
      to: 'owner@example.org',
      subject: 'Look',
      body: `<img src="${url}">`,
      attachments: [{ url }],
    }),
    'a file of a message': { path: `/api/apps/${id}/chat`, body: { messages: [message({ type: 'file', mediaType: 'image/png', url })] } },
    'an attachment of a message': {
      path: `/api/apps/${id}/chat`,
      body: { messages: [{ role: 'user', content: 'Look', experimental_attachments: [{ contentType: 'image/png', url }] }] },
    },
    'a logo': { path: `/api/apps/${id}/style`, body: { appStyle: { logoUrl: url } } },
    'a picture of an app': graphql('mutation ($id: ID!, $url: String!) { setAppThumbnail(id: $id, image: $url) { id } }', {}),
    'a model': graphql('mutation ($url: String!) { testModelConnection(input: { endpoint: $url }) { isOk } }', {}),
    'an icon of the app': { path: `/api/apps/${id}/settings`, body: { appSettings: { icon: url, favicon: url } } },
    'a sign-in': { path: '/api/auth/sign-in/social', body: { provider: 'google', callbackURL: url } },
    'a page after a log-in': { path: `/api/apps/auth/login?app_id=${id}&from_url=${encodeURIComponent(url)}` },
    'a picture of an account': { path: '/api/auth/update-user', body: { image: url, name: url } },
    'a row with an address': { path: `/live_api/apps/${id}/entities/Note`, body: { text: url } },
    'an import by an address': { path: '/api/apps/import', body: { url } },
    'an app with an address': {
      path: '/api/apps',
      body: { appType: 'generated', genApp: { name: url, repository: url, globalsCss: `@import "${url}";` } },
    },
  };
};

test('no address that a builder or a person gives leads the server into its own network', { timeout: 120_000 }, async () => {
  for (const url of [`http://${at}/x.png`, `https://[::ffff:${at.replace(':', ']:')}/x.png`]) {
    for (const [name, call] of Object.entries(calls(url))) {
      const answer = await world.request('owner', call);
      const body = (await answer.text()) as Data;
      expect([name, url, connections]).toEqual([name, url, 0]);
      expect([name, answer.status]).not.toEqual([name, 500]);
      expect(body).not.toContain('ECONNREFUSED');
    }
  }
});
