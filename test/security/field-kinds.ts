import type { Exceptions } from './members.ts';
import { newImport } from './owners-rows.ts';
import { installPackage } from './packages.ts';
import { all } from './route-kinds.ts';
import type { Data, Policy, World } from './world.ts';

/** An operation that requests one field of a root type, and the expected code for each caller (`ok` without an error). */
export interface FieldRow {
  readonly document: string;
  /** Created separately for each caller. */
  variables?(world: World): Promise<object> | object;
  readonly expected: Policy;
  readonly members?: Exceptions;
}
export interface StreamRow extends FieldRow {
  /** Triggers an event for the subscriber. */
  trigger(world: World, variables: Data): Promise<unknown>;
}

export const strangers = { nobody: 'unauthenticated', tampered: 'unauthenticated', expired: 'unauthenticated' } as const;
/** App tokens, which generated code holds, grant nothing in GraphQL, not even the owner's. */
export const appTokens = { visitor: 'forbidden', appUser: 'forbidden', appOwner: 'forbidden', otherApp: 'forbidden' } as const;
/** People signed in on the builder host, and those of them who may build. */
export const account = all('ok', { ...strangers, ...appTokens });
export const builders: Policy = { ...account, userSession: 'forbidden' };
export const owners = (answer = 'ok'): Policy => ({
  ...builders,
  stranger: 'not-found',
  owner: answer,
  ownerCookie: answer,
  admin: answer,
});

export const ofApp = (field: string, selection = '{ id }', args = '', more: Readonly<Record<string, unknown>> = {}): FieldRow => {
  const declared = Object.entries(more).map(([name]) => `, $${name}: ${TYPES[name]}`);
  return {
    document: `($id: ID!${declared.join('')}) { ${field}(id: $id${args}) ${selection} }`,
    variables: async ({ newApp }) => {
      const { id, versionId } = await newApp();
      return { id, ...more, ...('version' in more ? { version: versionId } : {}) };
    },
    expected: owners(),
  };
};
const TYPES: Readonly<Record<string, string>> = {
  version: 'ID!',
  name: 'String!',
  slug: 'String!',
  image: 'String!',
  style: 'AppStyleInput!',
  settings: 'AppSettingsInput!',
};
export const installation: Policy = { ...builders, stranger: 'forbidden', owner: 'forbidden', ownerCookie: 'forbidden' };
export const forAdmins = (row: FieldRow): FieldRow => ({
  ...row,
  expected: { ...row.expected, owner: 'forbidden', ownerCookie: 'forbidden' },
});

/** A query about one account, such as the stranger's. */
export const ofPerson = (field: string, args: string): Omit<FieldRow, 'expected'> => ({
  document: `($id: ID!) { ${field}(id: $id${args}) { id } }`,
  variables: ({ people }) => ({ id: people.stranger.id }),
});

/** A failed turn of the owner. */
export async function turnId({ newApp, graphql }: World): Promise<string> {
  const { id } = await newApp();
  const sent = await graphql('owner', SEND, { input: { appId: id, content: 'Hello', clientId: 'one' } });
  return sent.data.sendMessage.id;
}

/** The message of the assistant in a turn that has settled: it is stored with the end of its turn. */
export async function settledMessage({ newApp, graphql }: World): Promise<{ id: string }> {
  const { id } = await newApp();
  await graphql('owner', SEND, { input: { appId: id, content: 'Hello', clientId: 'one' } });
  const query = 'query ($id: ID!) { app(id: $id) { latestTurn { status assistantMessage { id } } } }';
  for (;;) {
    const { latestTurn } = (await graphql('owner', query, { id })).data.app;
    if (!['queued', 'streaming', 'applying'].includes(latestTurn.status)) return { id: latestTurn.assistantMessage.id };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const SEND = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }';
export const ofTurn = (field: string, answer: string, args = ''): FieldRow => ({
  document: `($id: ID!) { ${field}(turnId: $id${args}) { id } }`,
  variables: async (world) => ({ id: await turnId(world) }),
  expected: owners(answer),
});

/** An app with the function `ping`. */
export async function withFunction({ newApp, json }: World): Promise<{ id: string }> {
  const { id } = await newApp();
  const file = { id: 'functions/ping', content: 'export default () => 1;' };
  await json('admin', { path: `/api/apps/${id}/files/update`, body: { file } });
  return { id };
}
export const ofFunction = (field: string, selection: string, args = ''): FieldRow => ({
  document: `($id: ID!) { ${field}(appId: $id${args}) ${selection} }`,
  variables: withFunction,
  expected: owners(),
});

/** A place of an app's page at which no element begins. */
export const ofElement = (document: string, answer = 'ok'): FieldRow => ({
  document,
  variables: async ({ newApp }) => {
    const { id: appId, versionId } = await newApp();
    return { at: { appId, versionId, path: 'pages/Home', line: 1, column: 1 } };
  },
  expected: owners(answer),
});

export const ofImport = (field: string): FieldRow => ({
  document: `($appId: ID!, $id: ID!) { ${field}(appId: $appId, id: $id) { id } }`,
  variables: newImport,
  expected: owners(),
});

/** A branch of an app of the owner. */
export async function newBranch({ newApp, graphql }: World) {
  const { id: appId, versionId } = await newApp();
  const { data } = await graphql('owner', 'mutation ($id: ID!) { startBranch(id: $id, name: "Idea") { id currentVersion { id } } }', {
    id: appId,
  });
  const { id, currentVersion } = data.startBranch;
  return { id, target: versionId, source: currentVersion.id };
}

export const ofBranch = (document: string): FieldRow => ({ document, variables: newBranch, expected: owners() });

/** The template that an owner shares of their app. */
export const ofOwnTemplate = (field: string): FieldRow => ({
  document: `($id: ID!) { ${field} }`,
  variables: async ({ newApp }) => ({ id: (await newApp()).id }),
  expected: owners(),
});

/** An invitation to build an app of the owner. */
export async function newInvitation({ newApp, graphql }: World) {
  const { id: appId } = await newApp();
  const document = 'mutation ($id: ID!) { inviteBuilder(appId: $id, role: view, uses: 1, days: 1) { invitation { id } } }';
  const { data } = await graphql('owner', document, { id: appId });
  return { appId, id: data.inviteBuilder.invitation.id };
}

/** A package in an app of the owner. */
export const ofIntegration = (field: string, more = '', answer = 'ok', selection = 'id'): FieldRow => ({
  document: `($appId: ID!, $id: ID!) { ${field}(appId: $appId, id: $id${more}) { ${selection} } }`,
  async variables(world) {
    const { id: appId } = await world.newApp();
    return { appId, id: await installPackage(world, appId, 'stripe') };
  },
  expected: owners(answer),
});

/** A connection that `stripe` does not declare. */
export const ofConnection = (field: string, selection = ''): FieldRow => ({
  ...ofIntegration(field),
  document: `($appId: ID!, $id: ID!) { ${field}(appId: $appId, id: $id, connection: "account") ${selection} }`,
  expected: owners('unknown-connection'),
});
