import { vi } from 'vitest';
import type { Member } from './callers.ts';
import {
  account,
  appTokens,
  builders,
  type FieldRow,
  forAdmins,
  installation,
  newBranch,
  newInvitation,
  ofApp,
  ofBranch,
  ofConnection,
  ofElement,
  ofFunction,
  ofImport,
  ofIntegration,
  ofOwnTemplate,
  ofPerson,
  ofTurn,
  owners,
  SEND,
  type StreamRow,
  settledMessage,
  strangers,
  turnId,
  withFunction,
} from './field-kinds.ts';
import { newImport, PNG } from './owners-rows.ts';
import { all } from './route-kinds.ts';
import type { Caller, Data, World } from './world.ts';

/** The people who use an app. */
const ofPeople = (field: string, args: string) => ({
  document: `($id: ID!) { ${field}(appId: $id${args}) { people { id } roles { name } } }`,
  variables: async ({ newApp }: World) => ({ id: (await newApp()).id }),
});

/** The new app has no people but its owner. */
const ofUser = (field: string, args: string, selection: string) => ({
  document: `($id: ID!) { ${field}(appId: $id, id: "nobody"${args}) ${selection} }`,
  variables: async ({ newApp }: World) => ({ id: (await newApp()).id }),
});

/** Every field of `Query`. A new one needs a row here. */
export const queries: Readonly<Record<string, FieldRow>> = {
  me: { document: '{ me { id } }', expected: all('ok') },
  assistant: { document: '{ assistant { label } }', expected: builders },
  integrations: {
    document: '($id: ID!) { integrations(appId: $id) { days { calls } calls { id } } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners(),
  },
  integrationPackages: {
    document: '($id: ID!) { integrationPackages(appId: $id) { installed { name } catalogue { digest } events { id } } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners(),
  },
  checkAppFiles: forAdmins(ofApp('checkAppFiles', '{ path }', ', baseVersionId: $version, changes: []', { version: '' })),
  appElement: ofElement('($at: ElementAt!) { appElement(at: $at) { tag } }'),
  appFunctions: ofFunction('appFunctions', '{ name }'),
  functionRuns: ofFunction('functionRuns', '{ id }'),
  functionVariables: ofFunction('functionVariables', '{ name value }'),
  // Looks at what an edit would do.
  mergePreview: {
    ...ofBranch('($id: ID!) { mergePreview(id: $id, direction: merge) { files { path } } }'),
    members: { viewer: 'forbidden', demoted: 'forbidden' },
  },
  appsInUse: { document: '{ appsInUse { id } }', expected: account },
  signup: { document: '{ signup { policy isFirst isGoogleEnabled } }', expected: all('ok') },
  isInvitationOpen: { document: '{ isInvitationOpen(code: "guess") }', expected: all('ok') },
  appInvitation: { document: '{ appInvitation(code: "guess") { appName } }', expected: all('ok') },
  accounts: { document: '{ accounts { accounts { email } } }', expected: installation },
  invitations: { document: '{ invitations { id } }', expected: installation },
  apps: { document: '{ apps { id } }', expected: builders },
  appTemplates: { document: '{ appTemplates { name } }', expected: builders },
  sharedTemplate: {
    ...ofOwnTemplate('sharedTemplate(appId: $id) { title }'),
    members: { editor: 'forbidden', viewer: 'forbidden', demoted: 'forbidden' },
  },
  app: ofApp('app', '{ id name currentVersion { files { content } } versions { id } messages { id } latestTurn { id } }'),
  outbox: { document: '{ outbox { text } }', expected: installation },
  modelConnection: { document: '{ modelConnection { endpoint } }', expected: installation },
  allowedPackages: { document: '{ allowedPackages { id } }', expected: installation },
  packageVersions: {
    document: '{ packageVersions(name: "../x") { version } }',
    expected: { ...installation, admin: 'invalid-package-name' },
  },
  absentPackages: {
    document: '($id: ID!) { absentPackages(appId: $id) { name } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners(),
  },
  stoodInPackages: {
    document: '($id: ID!) { stoodInPackages(appId: $id) { name } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners(),
  },
  ratings: { document: '{ ratings { ratings { comment } } }', expected: installation },
  ratingSummary: { document: '{ ratingSummary(days: 30) { good } }', expected: installation },
  hasMailServer: { document: '{ hasMailServer }', expected: all('ok') },
  rowImport: ofImport('rowImport'),
  // Names and addresses of people are for those who may edit the app.
  peopleInApp: { ...ofPeople('peopleInApp', ''), expected: owners(), members: { viewer: 'forbidden', demoted: 'forbidden' } },
  personInApp: {
    ...ofUser('personInApp', '', '{ id fields { name } }'),
    expected: owners('not-found'),
    members: { viewer: 'forbidden', demoted: 'forbidden' },
  },
  rowsOfPerson: {
    ...ofUser('rowsOfPerson', '', '{ table }'),
    expected: owners('not-found'),
    members: { viewer: 'forbidden', demoted: 'forbidden' },
  },
};

/** Every field of `Mutation`. */
export const mutations: Readonly<Record<string, FieldRow>> = {
  // The new app has no people.
  setPersonRole: { ...ofPeople('setPersonRole', ', id: "nobody", role: "editor"'), expected: owners('not-found') },
  renamePersonRole: { ...ofPeople('renamePersonRole', ', from: "editor", to: "chief"'), expected: owners('not-found') },
  removePersonRole: { ...ofPeople('removePersonRole', ', role: "editor"'), expected: owners('not-found') },
  removePersonInApp: { ...ofPeople('removePersonInApp', ', id: "nobody"'), expected: owners('not-found') },
  changePersonInApp: { ...ofUser('changePersonInApp', ', fields: {plan: "pro"}', '{ id }'), expected: owners('not-found') },
  logOutPersonInApp: { ...ofUser('logOutPersonInApp', '', ''), expected: owners('not-found') },
  removePersonWithRows: { ...ofUser('removePersonWithRows', ', rows: anonymise', ''), expected: owners('not-found') },
  changeMailFields: {
    document: '($id: ID!) { changeMailFields(appId: $id, fields: ["Guest.email"]) { id } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners(),
  },
  changeIntegration: {
    document: '($id: ID!) { changeIntegration(appId: $id, endpoint: "InvokeLLM", isOpenToVisitors: true, perCaller: 5) { id } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners(),
  },
  allowPackage: {
    document: '{ allowPackage(name: "../x", version: "1.0.0") { id } }',
    expected: { ...installation, admin: 'invalid-package-name' },
  },
  removePackage: { document: '{ removePackage(name: "absent") }', expected: { ...installation, admin: 'no-such-package' } },
  installIntegration: {
    document: '($id: ID!) { installIntegration(appId: $id, package: "stripe", digest: "") { id } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners('package-changed'),
  },
  configureIntegration: ofIntegration('configureIntegration', ', hasSamples: true'),
  upgradeIntegration: ofIntegration('upgradeIntegration', ', digest: ""', 'package-changed'),
  connectIntegration: ofConnection('connectIntegration'),
  disconnectIntegration: ofConnection('disconnectIntegration', '{ id }'),
  removeIntegration: ofIntegration('removeIntegration'),
  testIntegration: ofIntegration('testIntegration', ', endpoint: "getCheckout", input: {}', 'ok', 'isOk'),
  replayWebhook: {
    document: '($id: ID!) { replayWebhook(appId: $id, id: "0") { id } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners('not-found'),
  },
  saveModelConnection: { document: '{ saveModelConnection(input: {}) { endpoint } }', expected: installation },
  listModels: { document: '{ listModels(input: {}) { models } }', expected: installation },
  testModelConnection: { document: '{ testModelConnection(input: {}) { isOk } }', expected: installation },
  shareTemplate: ofOwnTemplate('shareTemplate(appId: $id, title: "Club", description: "", withRows: true) { title }'),
  unshareTemplate: ofOwnTemplate('unshareTemplate(appId: $id)'),
  createAppFromTemplate: { document: '{ createAppFromTemplate(name: "todo-board") { id } }', expected: builders },
  createApp: { document: '{ createApp(input: {}) { id } }', expected: builders },
  startBuilding: {
    document: '{ startBuilding { id } }',
    // Permitted for all: a former builder becomes a mere user when the next caller is processed.
    variables: async ({ graphql, people }) => {
      await graphql('admin', 'mutation ($id: ID!) { setAccountType(id: $id, accountType: user) { id } }', { id: people.user.id });
      return {};
    },
    expected: account,
  },
  setAccountDisabled: { ...ofPerson('setAccountDisabled', ', disabled: false'), expected: installation },
  setAccountType: { ...ofPerson('setAccountType', ', accountType: builder'), expected: installation },
  createInvitation: { document: '{ createInvitation(uses: 1, days: 1) { link } }', expected: installation },
  revokeInvitation: {
    document: '($id: ID!) { revokeInvitation(id: $id) }',
    variables: async ({ graphql }) => {
      const { data } = await graphql('admin', 'mutation { createInvitation(uses: 1, days: 1) { invitation { id } } }');
      return { id: data.createInvitation.invitation.id };
    },
    expected: installation,
  },
  retryMail: { document: '{ retryMail(id: "none") { id } }', expected: { ...installation, admin: 'no-mail-server' } },
  deleteMail: { document: '{ deleteMail(id: "none") }', expected: { ...installation, admin: 'not-found' } },
  inviteBuilder: {
    document: '($id: ID!) { inviteBuilder(appId: $id, role: own, uses: 1, days: 1) { link } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners(),
  },
  revokeAppInvitation: {
    document: '($appId: ID!, $id: ID!) { revokeAppInvitation(appId: $appId, id: $id) }',
    variables: newInvitation,
    expected: owners(),
  },
  acceptAppInvitation: {
    // A valid code would make builders of the callers of later rows.
    document: '{ acceptAppInvitation(code: "guess") }',
    expected: all('invitation-invalid', { ...strangers, ...appTokens }),
  },
  setBuilderRole: {
    document: '($appId: ID!, $accountId: ID!) { setBuilderRole(appId: $appId, accountId: $accountId, role: own) { id } }',
    variables: async ({ newApp, people }) => ({ appId: (await newApp()).id, accountId: people.owner.id }),
    expected: owners(),
  },
  removeBuilder: {
    document: '($appId: ID!, $accountId: ID!) { removeBuilder(appId: $appId, accountId: $accountId) }',
    variables: async ({ newApp, people }) => ({ appId: (await newApp()).id, accountId: people.owner.id }),
    // An app keeps its last owner.
    expected: owners('last-owner'),
  },
  renameApp: ofApp('renameApp', '{ id }', ', name: $name', { name: 'Other' }),
  deleteApp: ofApp('deleteApp'),
  undoDeleteApp: {
    document: '($id: ID!) { undoDeleteApp(id: $id) { id } }',
    variables: async ({ newApp, graphql }) => {
      const { id } = await newApp();
      await graphql('owner', 'mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id });
      return { id };
    },
    expected: owners(),
  },
  duplicateApp: ofApp('duplicateApp'),
  allowFunction: ofFunction('allowFunction', '{ name }', ', name: "ping", asApp: true'),
  testFunction: ofFunction('testFunction', '{ answer }', ', name: "ping"'),
  setFunctionVariable: ofFunction('setFunctionVariable', '{ name }', ', name: "KEY", value: "secret", isSecret: true'),
  removeFunctionVariable: ofFunction('removeFunctionVariable', '{ name }', ', name: "KEY"'),
  startBranch: ofApp('startBranch', '{ id }', ', name: $name', { name: 'Idea' }),
  mergeBranch: ofBranch(
    '($id: ID!, $target: ID, $source: ID) { mergeBranch(id: $id, direction: merge, targetVersionId: $target, sourceVersionId: $source) { app { id } } }',
  ),
  discardBranch: ofBranch('($id: ID!) { discardBranch(id: $id) { id } }'),
  bringBranchBack: {
    document: '($id: ID!) { bringBranchBack(id: $id) { id } }',
    async variables(world) {
      const { id } = await newBranch(world);
      await world.graphql('owner', 'mutation ($id: ID!) { discardBranch(id: $id) { id } }', { id });
      return { id };
    },
    expected: owners(),
  },
  publishApp: ofApp('publishApp'),
  unpublishApp: ofApp('unpublishApp'),
  updateAppSlug: {
    ...ofApp('updateAppSlug', '{ id }', ', slug: $slug', { slug: '' }),
    variables: async ({ newApp }) => {
      const { id } = await newApp();
      return { id, slug: `s${id.slice(-12)}`.toLowerCase().replaceAll(/[^a-z0-9]/g, '') };
    },
  },
  updateAppStyle: ofApp('updateAppStyle', '{ id }', ', style: $style', { style: { background: '#fff' } }),
  updateAppSettings: ofApp('updateAppSettings', '{ id }', ', settings: $settings', { settings: { mainPage: 'Home' } }),
  updateAppFile: forAdmins(
    ofApp('updateAppFile', '{ id }', ', baseVersionId: $version, path: "pages/Home", content: "export default () => 1"', { version: '' }),
  ),
  editAppFiles: forAdmins(
    ofApp(
      'editAppFiles',
      '{ id }',
      ', baseVersionId: $version, act: edited, changes: [{ path: "pages/Home", content: "export default () => 2" }]',
      {
        version: '',
      },
    ),
  ),
  deleteAppFile: forAdmins(ofApp('deleteAppFile', '{ id }', ', baseVersionId: $version, path: "pages/Home"', { version: '' })),
  editAppElement: ofElement('($at: ElementAt!) { editAppElement(at: $at, edit: { remove: true }) { version { id } } }', 'element-moved'),
  undoAppEdit: { ...ofApp('undoAppEdit', '{ id }', ', versionId: $version', { version: '' }), expected: owners('nothing-to-undo') },
  ejectBlock: forAdmins(ofApp('ejectBlock', '{ path }', ', baseVersionId: $version, block: "page"', { version: '' })),
  setAppThumbnail: ofApp('setAppThumbnail', '{ id }', ', image: $image', { image: PNG }),
  labelVersion: ofApp('labelVersion', '{ id }', ', versionId: $version, name: "Mine"', { version: '' }),
  restoreVersion: ofApp('restoreVersion', '{ id }', ', versionId: $version', { version: '' }),
  startPreview: {
    document: '($id: ID!) { startPreview(appId: $id) { token } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    expected: owners(),
  },
  sendMessage: {
    document: '($input: SendMessageInput!) { sendMessage(input: $input) { id } }',
    variables: async ({ newApp }) => ({ input: { appId: (await newApp()).id, content: 'Hello', clientId: 'one' } }),
    expected: owners(),
  },
  cancelRowImport: ofImport('cancelRowImport'),
  // The call is allowed, and the import updates rows by a key.
  undoRowImport: { ...ofImport('undoRowImport'), variables: (world) => newImport(world, { key: 'text' }), expected: owners('conflict') },
  stopTurn: ofTurn('stopTurn', 'ok'),
  continueTurn: ofTurn('continueTurn', 'turn-moved-on'),
  answerConfirmation: ofTurn('answerConfirmation', 'turn-moved-on', ', accept: true'),
  bringBack: {
    document: '($id: ID!) { bringBack(messageId: $id, thingId: "none", versionId: "none") { way } }',
    variables: settledMessage,
    // What vanished belongs to a message of the owner: the tests of the chat have one.
    expected: owners('not-found'),
  },
  rateMessage: {
    document: '($id: ID!) { rateMessage(messageId: $id, rating: good) { feedback { rating } } }',
    variables: settledMessage,
    expected: owners(),
  },
  retryTurn: {
    ...ofTurn('retryTurn', 'ok'),
    async variables(world) {
      const id = await turnId(world);
      // The worker receives the stop with a delay.
      await vi.waitFor(
        async () => {
          const { data } = await world.graphql('owner', 'mutation ($id: ID!) { stopTurn(turnId: $id) { status } }', { id });
          // The model has no output: the turn may have failed before it was stopped.
          if (!['stopped', 'failed'].includes(data.stopTurn.status)) throw new Error(`The turn is ${data.stopTurn.status}.`);
        },
        { timeout: 10_000 },
      );
      return { id };
    },
  },
};

let messages = 0;
let pages = 0;
/** Every field of `Subscription`. */
export const subscriptions: Readonly<Record<string, StreamRow>> = {
  appChanged: {
    document: '($id: ID!) { appChanged(appId: $id) { id } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    trigger: ({ graphql }, { id }) => graphql('owner', 'mutation ($id: ID!) { renameApp(id: $id, name: "New") { id } }', { id }),
    expected: owners(),
  },
  functionRan: {
    document: '($id: ID!) { functionRan(appId: $id) }',
    variables: withFunction,
    trigger: ({ graphql }, { id }) => graphql('owner', 'mutation ($id: ID!) { testFunction(appId: $id, name: "ping") { answer } }', { id }),
    expected: owners(),
  },
  // Its first event is the subscriber.
  presence: {
    document: '($id: ID!) { presence(appId: $id) { accountId } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    trigger: async () => undefined,
    expected: owners(),
  },
  previewBuilt: {
    document: '($id: ID!) { previewBuilt(appId: $id) { id } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    trigger: ({ graphql }, { id }) =>
      graphql('owner', 'mutation ($id: ID!, $page: String!) { updateAppSettings(id: $id, settings: { mainPage: $page }) { id } }', {
        id,
        page: `Page${pages++}`,
      }),
    expected: owners(),
  },
  turnEvents: {
    document: '($id: ID!) { turnEvents(appId: $id) { seq } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    trigger: ({ graphql }, { id }) => graphql('owner', SEND, { input: { appId: id, content: 'Hello', clientId: `message-${messages++}` } }),
    expected: owners(),
  },
  // Its first event is `ready`.
  rowsChanged: {
    document: '($id: ID!) { rowsChanged(appId: $id, entity: "Note", rows: draft) { event } }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    trigger: async () => undefined,
    expected: owners(),
  },
  // Its first event stands for all tables.
  tablesChanged: {
    document: '($id: ID!) { tablesChanged(appId: $id, rows: draft) }',
    variables: async ({ newApp }) => ({ id: (await newApp()).id }),
    trigger: async () => undefined,
    expected: owners(),
  },
  // Its first event is its state at the start.
  rowImportChanged: { ...ofImport('rowImportChanged'), trigger: async () => undefined },
};

/** `ok`, or the code of the first error of a GraphQL response. */
export function codeOf({ errors }: Data): string {
  return errors === undefined ? 'ok' : ((errors[0].extensions?.code as string | undefined) ?? errors[0].message);
}

/** Headers of a caller for a WebSocket; only programs can send a token there, browsers cannot. */
export function socketHeaders({ headers, server }: World, caller: Caller | Member): Record<string, string> {
  return caller === 'ownerCookie' ? { ...headers[caller], origin: server.builderUrl } : {};
}
