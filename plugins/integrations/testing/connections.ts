import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '@sayso/core';
import { owner, preview } from './apps.ts';
import { type Data, openIntegrations } from './host.ts';
import { startOauthServer } from './oauth-server.ts';

/** A package with one connection; `connection` and `extra` are members of its declaration. */
export const calendar = (
  site: string,
  { connection = `issuer: '${site}'`, version = '1.0.0', extra = '' } = {},
): string => `export default {
  name: 'calendar', title: 'Calendar', version: '${version}', sentence: 'Reads a calendar.', hosts: ['${new URL(site).host}'], ${extra}
  connections: { account: { title: 'Calendar account', scopes: ['events.read'], parameters: { access_type: 'offline' }, ${connection} } },
  endpoints: { today: {
    sentence: 'The events of today.',
    input: { type: 'object', properties: { path: { type: 'string' } } }, output: {}, example: { input: {}, output: {} },
    run: async ({ path = '/me' }, { connections, secrets }) => {
      const response = await fetch('${site}' + path, { headers: { authorization: 'Bearer ' + connections.account } });
      return { status: response.status, body: await response.json(), handle: connections.account ?? null, secrets: Object.keys(secrets) };
    },
  } },
};`;

const FIELDS =
  'installed { id problem upgradeAdds upgrade { digest } connections { name state problem lastError scopes clientId hasClientSecret hasOperatorClient callbackUrl } }';

/** The plugin with the package `calendar` and its provider. `reset` installs the package anew. */
export async function openCalendar(config: Readonly<Record<string, unknown>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-connections-'));
  const server = await startOauthServer();
  const logged: string[] = [];
  const keep = (...line: unknown[]) => logged.push(JSON.stringify(line));
  const opened = await openIntegrations({
    log: { debug: keep, info: keep, warn: keep, error: keep },
    config: { INTEGRATIONS_DIR: folder, INTEGRATION_PRIVATE_HOSTS: server.host, ...config },
  });
  const { host } = opened;
  let id = '';
  const write = (text: string) => {
    writeFileSync(join(folder, 'calendar.js'), text);
    host.service().packages.catalogue.forget();
  };
  const graph = async (text: string, variables: object = {}, as: Actor = owner): Promise<Data> => {
    const { data, errors = [] } = await host.graphql<Data>(text, { appId: 'app', id, name: 'account', ...variables }, as);
    if (errors[0] !== undefined) throw new Error(errors[0].message);
    return data;
  };
  const install = async (variables: object = {}) => {
    const digest = (await host.service().packages.catalogue.find('calendar'))?.digest;
    const document = `mutation ($appId: ID!, $digest: String!, $clients: JSON, $settings: JSON) {
      installIntegration(appId: $appId, package: "calendar", digest: $digest, clients: $clients, settings: $settings) { ${FIELDS} } }`;
    const { installIntegration } = await graph(document, { digest, clients: { account: server.client }, ...variables });
    id = installIntegration.installed[0].id;
  };
  const begin = async (as?: Actor): Promise<string> => {
    const document = 'mutation ($appId: ID!, $id: ID!, $name: String!) { connectIntegration(appId: $appId, id: $id, connection: $name) }';
    return (await graph(document, {}, as)).connectIntegration;
  };
  /** A browser with a session that follows an address of the provider. */
  const back = async (address: string, as: Actor = owner) => {
    const { pathname, search } = new URL(address);
    const response = await host.fetch(pathname + search, { redirect: 'manual' }, as);
    return { status: response.status, location: response.headers.get('location') };
  };
  return {
    host,
    server,
    logged,
    write,
    graph,
    install,
    begin,
    back,
    configure: (variables: object, as?: Actor) =>
      graph(
        `mutation ($appId: ID!, $id: ID!, $clients: JSON, $settings: JSON) {
          configureIntegration(appId: $appId, id: $id, clients: $clients, settings: $settings) { ${FIELDS} } }`,
        variables,
        as,
      ),
    disconnect: (as?: Actor) =>
      graph(
        `mutation ($appId: ID!, $id: ID!, $name: String!) { disconnectIntegration(appId: $appId, id: $id, connection: $name) { ${FIELDS} } }`,
        {},
        as,
      ),
    remove: () => graph('mutation ($appId: ID!, $id: ID!) { removeIntegration(appId: $appId, id: $id) { id } }'),
    /** The installed package. */
    state: async (): Promise<Data> =>
      (await graph(`query ($appId: ID!) { integrationPackages(appId: $appId) { ${FIELDS} } }`)).integrationPackages.installed[0],
    connect: async () => back(server.consent(await begin())),
    call: async (parameters: object = {}) => {
      const response = await host.fetch(
        '/integrations/installable/calendar/main/integration-endpoints/today',
        { method: 'POST', host: 'runtime', body: JSON.stringify(parameters), headers: { 'content-type': 'application/json' } },
        preview('app'),
      );
      return { status: response.status, body: (await response.json()) as Data };
    },
    reset: async (declared: Parameters<typeof calendar>[1] = {}) => {
      server.reset();
      const { packages } = host.service();
      for (const { instance } of await (await packages.list(owner, 'app')).instances()) await packages.remove(owner, 'app', instance._id);
      write(calendar(server.site, declared));
      await install();
    },
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Where a browser is sent after a callback. */
export const to = (outcome: string) => ({ status: 303, location: `/connected?outcome=${outcome}` });
