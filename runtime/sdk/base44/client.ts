import { call, connection } from '../connection.ts';
import { Core } from '../core.ts';
import type { Entity } from '../entity.ts';
import { auth, inviteUser, people } from './auth.ts';
import { forwarding, refuse, refusing } from './missing.ts';

type Tables = Readonly<Record<string, unknown>>;

/** The client of apps that were made for Base44, on this product's calls. `tables`: those of the app, by name. */
export function createBase44(tables: Tables) {
  const entities = forwarding((name) => {
    if (name === 'User') return people;
    const own = name.replaceAll('.', '_');
    const known = Object.keys(tables).find((table) => table === own) ?? Object.keys(tables).find((table) => sameName(table, own));
    if (known !== undefined) return tables[known] as Entity;
    return refusing(`There is no table "${name}". Add it in the chat, or as entities/${name}.json`, ['subscribe']);
  });
  const core = forwarding((name) =>
    Object.hasOwn(Core, name) ? Core[name as keyof typeof Core] : refuse(`The integration Core.${name} is not offered here.`),
  );
  const integrations = forwarding((name) =>
    name === 'Core' ? core : refusing(`The integration package "${name}" is not offered here. There is "Core".`, []),
  );
  return {
    entities,
    auth,
    integrations,
    functions: {
      invoke: async (name: string, input: unknown = {}) => ({ data: await invokeFunction(name, input), status: 200 }),
    },
    users: { inviteUser },
    agents: {
      ...forwarding(() => refuse('Conversations with agents are not offered here.')),
      createConversation: refuse('Conversations with agents are not offered here.'),
      addMessage: refuse('Conversations with agents are not offered here.'),
      getConversation: refuse('Conversations with agents are not offered here.'),
      listConversations: async () => [],
      subscribeToConversation: () => () => {},
      getWhatsAppConnectURL: () => '',
    },
    connectors: refusing('Connectors are not offered here.', []),
    sso: refusing('Tokens of single sign-on are not offered here.', []),
    /** Visits and events are counted by the product itself. */
    appLogs: { logUserInApp: async () => {}, fetchLogs: async () => [], getStats: async () => ({}) },
    analytics: { track: () => {}, cleanup: () => {} },
    setToken: auth.setToken,
    getConfig: () => ({ requiresAuth: false }),
    cleanup: () => {},
    get asServiceRole(): never {
      throw new Error('asServiceRole is for functions on the server. In pages, calls have the permissions of the person who uses the app.');
    },
  };
}

/** Calls a function of the app on the server. */
function invokeFunction(name: string, input: unknown): Promise<unknown> {
  const path = `/api/apps/${encodeURIComponent(connection.appId)}/functions/${encodeURIComponent(name)}`;
  return call({ method: 'POST', path, body: input, what: name });
}

function sameName(table: string, name: string): boolean {
  return table.toLowerCase() === name.toLowerCase();
}
