/** Every kind of caller that a GraphQL type or field distinguishes, as the actor of a request. */
export const actors = {
  anonymous: { kind: 'anonymous' },
  /** Token of the owner's preview frame: for this app, as its admin. */
  appToken: { kind: 'app', id: 'owner', appId: 'app', admin: true },
  user: { kind: 'account', id: 'user', admin: false, builder: false },
  otherBuilder: { kind: 'account', id: 'other', admin: false, builder: true },
  owner: { kind: 'account', id: 'owner', admin: false, builder: true },
  admin: { kind: 'account', id: 'admin', admin: true, builder: true },
} as const;
export type ActorName = keyof typeof actors;
/** `ok`, `hidden` (null without an error), or the code of the refusal. */
export type Decision = Readonly<Record<ActorName, string>>;

export interface TypeRow {
  /** Expected result for each caller that reaches a value of the type, by whatever field. */
  readonly expected: Decision;
  /** Minimal value of the owner for the decision. */
  readonly value?: Readonly<Record<string, unknown>>;
  /** Fields with stricter rules than their type. */
  readonly fields?: Readonly<Record<string, Decision>>;
}

const all = (answer: string): Decision => ({
  anonymous: answer,
  appToken: answer,
  user: answer,
  otherBuilder: answer,
  owner: answer,
  admin: answer,
});
const accounts: Decision = { ...all('ok'), anonymous: 'unauthenticated', appToken: 'forbidden' };
const builders: Decision = { ...accounts, user: 'forbidden' };
const admins: Decision = { ...builders, otherBuilder: 'forbidden', owner: 'forbidden' };

/** The type itself is public: the field that returns it decides, and has a row in fields.ts or below. */
export const parent: TypeRow = { expected: all('ok') };

/** Every GraphQL type with fields, except the roots. A new one needs a row here, and one for each stricter field. */
export const types: Readonly<Record<string, TypeRow>> = {
  AbsentPackage: parent,
  AllowedPackage: { expected: admins },
  PackageUse: { expected: admins },
  PackageVersion: { expected: admins },
  Account: { value: { id: 'owner' }, expected: { ...accounts, user: 'forbidden', otherBuilder: 'forbidden' } },
  AccountPage: { expected: admins },
  Action: parent,
  ActionPart: parent,
  App: { value: { id: 'app', ownerId: 'owner', builders: [] }, expected: { ...builders, otherBuilder: 'not-found' } },
  AppBranch: parent,
  AppBuilder: parent,
  AppFile: parent,
  AppFunction: parent,
  AppHosts: parent,
  FunctionAppUse: parent,
  NamedHost: parent,
  PeopleInApp: parent,
  PersonInApp: parent,
  PersonDetails: parent,
  PersonField: parent,
  RowsOfPerson: parent,
  StoodInPackage: parent,
  RoleInApp: parent,
  AppIntegrationCall: parent,
  AppIntegrationDay: parent,
  AppIntegrationEndpoint: parent,
  AppIntegrations: { expected: builders },
  FunctionRun: parent,
  EnvironmentVariable: parent,
  LogLine: parent,
  MergeHunk: parent,
  MergedBranch: { expected: builders },
  TestedFunction: { expected: builders },
  AppInUse: { expected: accounts },
  AppIntegrationPackages: { expected: builders },
  AppInvitation: { expected: builders },
  AppElement: parent,
  AppInvitationOffer: parent,
  AppPage: parent,
  AppSettings: parent,
  AppStyle: parent,
  AppTable: parent,
  AppTemplate: { expected: builders },
  AssistantInfo: { expected: builders },
  AssistantRefusal: parent,
  Attachment: parent,
  BroughtBack: { expected: builders },
  ChangeLine: parent,
  ChoicePart: parent,
  MessageFeedback: parent,
  ChatMessage: { expected: builders },
  CompileProblem: parent,
  CreatedAppInvitation: { expected: builders },
  CreatedInvitation: { expected: admins },
  EditedElement: parent,
  EjectedBlock: parent,
  ElementText: parent,
  InstalledIntegration: parent,
  IntegrationConnection: parent,
  IntegrationEvent: parent,
  IntegrationOffer: parent,
  IntegrationPackage: parent,
  IntegrationProblem: parent,
  IntegrationTest: { expected: builders },
  Invitation: { expected: admins },
  FileDifference: parent,
  ListedRating: { expected: admins },
  ManagedAccount: { expected: admins },
  MergedFile: parent,
  MergePreview: { expected: builders },
  MessageQuota: parent,
  MessageSelection: parent,
  MessageQuotas: parent,
  ModelConnection: { expected: admins },
  ModelListing: { expected: admins },
  ModelTest: { expected: admins },
  OutboxMail: { expected: admins },
  RatingPage: { expected: admins },
  RatingShare: { expected: admins },
  RatingSummary: { expected: admins },
  NextStep: parent,
  OptionPart: parent,
  PresentPerson: parent,
  PreviewBuild: { expected: builders },
  PreviewSession: { expected: builders },
  QuestionPart: parent,
  QuotaCost: parent,
  PromptSize: parent,
  ReasoningPart: parent,
  Source: parent,
  SourcePart: parent,
  RowImport: { expected: builders },
  RowImportError: parent,
  RowsChange: parent,
  Signup: parent,
  SuggestionPart: parent,
  TextPart: parent,
  TokenRates: parent,
  Turn: {
    value: { errorDetail: 'connect ECONNREFUSED' },
    expected: builders,
    // Every chat client requests it with the turn, so it is null instead of an error.
    fields: { errorDetail: { ...all('hidden'), admin: 'ok' } },
  },
  TurnEvent: { expected: builders },
  UndoneRowImport: parent,
  Usage: parent,
  VanishedThing: parent,
  Version: { expected: builders },
  VersionReview: parent,
};
