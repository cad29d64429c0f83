import type { Account, PasswordSession } from '@sayso/accounts/ref';
import { type Actor, extensionPoint, serviceRef } from '@sayso/core';
import type { Accent, AppElement, AppHosts, ElementPlace } from '@sayso/runtime/ref';

export type AppType = 'generated' | 'space' | 'single_tool' | 'ai';
export type AppStatus = 'draft' | 'active';

export interface AppStyle {
  readonly styleName: 'dark' | 'colorful' | 'light';
  readonly background: string | null;
  readonly backgroundImage: string | null;
  readonly logoUrl: string | null;
  readonly headerTextColor: string | null;
  readonly subheaderTextColor: string | null;
  readonly buttonTextColor: string | null;
  readonly buttonBackgroundColor: string | null;
  readonly hideBuildAI: boolean;
}

/** `view`: sees everything and changes nothing. `edit`: builds and publishes. `own`: also deletes the app, and says who builds it. */
export type BuilderRole = 'view' | 'edit' | 'own';

/** A person who builds an app with others. */
export interface AppBuilder {
  readonly accountId: string;
  /** `none`: was removed. Kept while tokens from before may be in use. */
  readonly role: BuilderRole | 'none';
  /** When the role was given. */
  readonly since: string;
}

export interface AppSettings {
  readonly mainPage: string | null;
  readonly isSignupEnabled: boolean;
  readonly termsOfServiceLink: string | null;
  readonly privacyPolicyLink: string | null;
  readonly supportEmail: string | null;
  /** Other hosts that its pages may reach. Absent in apps of earlier releases, which show pictures and frames of all. */
  readonly hosts?: AppHosts | undefined;
  /** Further settings of section 3 of the specification, kept as given. */
  readonly [key: string]: unknown;
}

export interface App {
  readonly id: string;
  /** The owner whose account it counts for. */
  readonly ownerId: string;
  /** The others who build it. */
  readonly builders: readonly AppBuilder[];
  /** Set in a branch. */
  readonly branch?: Branch | undefined;
  readonly name: string;
  readonly slug: string;
  readonly appType: AppType;
  readonly status: AppStatus;
  readonly description: string;
  /** Null before the first version. */
  readonly currentVersionId: string | null;
  readonly published: {
    readonly versionId: string;
    readonly buildId: string;
    readonly at: string;
    /** The main page setting that it was built with. */
    readonly mainPage?: string | null;
  } | null;
  readonly style: AppStyle;
  readonly settings: AppSettings;
  readonly thumbnailUrl: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Further properties of a plain app from `POST /api/apps`: texts, call to action, fields. */
  readonly props?: Readonly<Record<string, unknown>>;
  /** Set while the app can be restored: 30 days. */
  readonly deletedAt: string | null;
}

/** A copy of an app on which an idea is tried. */
export interface Branch {
  readonly appId: string;
  readonly name: string;
  /** The version of the app that both have in common; null: the app had none. */
  readonly baseVersionId: string | null;
  /** The setting of the app at that version. */
  readonly mainPage: string | null;
  /** How it ended; one that was thrown away can be brought back for as long as a deleted app. */
  readonly end?: 'merged' | 'discarded' | undefined;
}

/** Path → text. Paths are `pages/<Name>`, `components/<Name>`, `services/<name>`, `entities/<Name>.json`, `layout`, `globals.css`, and others: see `AppSources`. */
export type Files = Readonly<Record<string, string>>;

/** Chat messages after the restored point: those after `after` (null: none), up to `upTo`, by id. */
export interface LeftBehind {
  readonly after: string | null;
  readonly upTo: string;
}

export interface Version {
  readonly id: string;
  readonly appId: string;
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly title: string;
  /** The chat message that made it; null for edits, restores and imports. */
  readonly messageId: string | null;
  /** The builder's request; null unless made by a message. */
  readonly userRequest: string | null;
  /** What the builder calls it; null: its title. */
  readonly name: string | null;
  readonly isStarred: boolean;
}

/** A part of the list of versions, newest first. */
export interface VersionPage {
  /** Only versions older than this one. */
  readonly before?: string;
  /** Default 10, at most 50. */
  readonly limit?: number;
}

/** One change of a file; `content` null deletes it. */
export interface FileChange {
  readonly path: string;
  readonly content: string | null;
}

export type Permission = 'anonymous' | 'all' | 'creator' | 'admin' | 'none';

/** A JSON schema whose `properties` may nest, with the permissions of its rows. */
export interface EntitySchema {
  readonly name: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly 'x-accessControl'?: {
    readonly permissions?: { readonly read?: Permission; readonly write?: Permission };
    /** Rules of rows by operation, as `parseRule` reads them. Each stands in the place of its permission. */
    readonly rules?: unknown;
  };
  readonly [key: string]: unknown;
}

export interface PropertySchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  readonly title?: string;
  readonly description?: string;
  /** `date`, `date-time`, `email`, `uri`, `image` … */
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: unknown;
  readonly items?: PropertySchema;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly [key: string]: unknown;
}

export interface CreateApp {
  readonly name?: string;
  readonly appType?: AppType;
  readonly prompt?: string;
  readonly files?: Files;
  readonly description?: string;
}

export interface DuplicateOptions {
  /** Whether the draft rows come along, with their ids. Default: false. */
  readonly withRows?: boolean;
}

export interface CommitVersion {
  readonly appId: string;
  /** The version that the changes were made on; `VersionConflict` when it is no longer the current one. */
  readonly baseVersionId: string | null;
  readonly changes: readonly FileChange[];
  readonly title: string;
  readonly messageId?: string | null;
  readonly userRequest?: string | null;
  /** A new name for the app, given by its first turn. */
  readonly appName?: string;
}

export interface PublishOptions {
  /** Default: the current version. */
  readonly versionId?: string;
  /** Default: as it was. */
  readonly isSignupEnabled?: boolean;
}

export interface AppToken {
  readonly token: string;
  readonly expiresAt: string;
}

/** Public data of a published app, readable before a log-in. */
export interface PublicApp {
  readonly logoUrl: string | null;
  readonly accent: Accent | null;
  readonly name: string;
  readonly isSignupEnabled: boolean;
  readonly url: string;
  readonly termsOfServiceLink: string | null;
  readonly privacyPolicyLink: string | null;
  readonly supportEmail: string | null;
}

/** A person as the app they use sees them. Their own fields come first, so that they cannot override the others. */
export type AppUser = Readonly<Record<string, unknown>> &
  Pick<Account, 'id' | 'email' | 'emailVerified' | 'name'> & {
    /** `admin` for people who build the app; for others `user`, or the role that they were given. It permits what rules of rows say. */
    readonly role: string;
  };

/** A person who uses an app, as its admins see them. */
export interface AppMember {
  readonly user: AppUser;
  /** When their account was made. */
  readonly createdAt: string;
  /** Whether they build the app. */
  readonly isBuilder: boolean;
}

/** What rules of tables read of a person who uses the app. */
export interface Person {
  readonly role: string;
  /** Null unless it is verified. */
  readonly email: string | null;
  /** What admins of the app keep about them; not what they wrote themselves. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The people who use an app. Apps that the caller may not use are `NotFound`. */
export interface AppUsers {
  publicApp(appId: string): Promise<PublicApp>;
  /** A token of a published app for a session. Makes the account a user of the app; throws `Forbidden` where it accepts no new ones. */
  enter(appId: string, session: PasswordSession): Promise<AppToken>;
  /** Whether the account is a user of the app. Unchecked. */
  has(appId: string, accountId: string): Promise<boolean>;
  /** What rules read of an account; of one that is no user of the app, nothing but its address. Unchecked. */
  person(appId: string, accountId: string): Promise<Person>;
  /** Null for a visitor. */
  me(actor: Actor, appId: string): Promise<AppUser | null>;
  /**
   * Stores what the app keeps about this person; null removes a field. Leaves out what the server says of a person. Throws `Forbidden` for a
   * change of a field that rules of the app read or that its table of people leaves to admins, unless the actor is one.
   */
  updateMe(actor: Actor, appId: string, changes: Readonly<Record<string, unknown>>): Promise<AppUser | null>;
  /**
   * The people who signed up, and the owner; `ids` selects some. Admins of the app only: throws `Unauthenticated` for visitors and
   * `Forbidden` for others. A preview, whose code may be anyone's, gets only its builder. At most 5000, last joined first.
   */
  people(actor: Actor, appId: string, ids?: readonly string[]): Promise<AppMember[]>;
  /** As `updateMe`, of a person whom `people` has; others are `NotFound`. */
  updatePerson(actor: Actor, appId: string, id: string, changes: Readonly<Record<string, unknown>>): Promise<AppMember>;
  /** Gives a person whom `people` has a role. Throws `Conflict` for people who build the app, and `InvalidInput` for a name that is none. */
  setPersonRole(actor: Actor, appId: string, id: string, role: string): Promise<void>;
  /** Ends the log-ins of a person whom `people` has in the app, also on other devices. They may log in again. */
  logOutPerson(actor: Actor, appId: string, id: string): Promise<void>;
  /**
   * Ends the membership of a person whom `people` has, with what the app keeps about them and their tokens of it; their rows stay. Where sign-up
   * is on, they may join again. Throws `Conflict` for people who build the app.
   */
  removePerson(actor: Actor, appId: string, id: string): Promise<void>;
  /**
   * Mails the address of the log-in, where people can sign up. For admins of the app; throws `Conflict` while it accepts no sign-ups. The role is the
   * person's once they have joined and verified the address, within 30 days; default `user`. Throws `InvalidInput` for one that the app does not have,
   * and `Forbidden` in a preview.
   */
  invitePerson(actor: Actor, appId: string, email: string, role?: string): Promise<void>;
}

/**
 * Methods with an `actor` check its role in the app. They throw `NotFound` for people who do not build it, and `Forbidden` for those whose
 * role permits less.
 */
/** Something that the code of an app can use. */
export interface AppAbility {
  /** How, for the model that writes the app; empty when there is nothing. It may hold texts of others. */
  describe(appId: string): Promise<string>;
  /** The packages whose endpoints the app may call. Default: none. */
  packages?(appId: string): Promise<readonly CallablePackage[]>;
}

/** A package of an app, and the names of its endpoints. */
export interface CallablePackage {
  readonly package: string;
  readonly endpoints: readonly string[];
}

/** Everything of one version, as section 3 of the specification describes it. */
export interface AppBundle {
  readonly id: string;
  readonly versionId: string | null;
  readonly slug: string;
  readonly name: string;
  readonly mainPage: string | null;
  /** Name to code, as `components` and `services` are. */
  readonly pages: Readonly<Record<string, string>>;
  readonly components: Readonly<Record<string, string>>;
  readonly services: Readonly<Record<string, string>>;
  /** Path to text: code in other folders, and what it imports, such as `hooks/use-cart` and `data/plans.json`. */
  readonly modules: Readonly<Record<string, string>>;
  readonly layout: string | null;
  readonly globalsCss: string | null;
  /** Name to schema. */
  readonly entities: Readonly<Record<string, EntitySchema>>;
  /** The schema of what the app keeps about its users; null without one. */
  readonly user_entity: EntitySchema | null;
  /** Packages whose endpoints the app may call: `Core`, and those that it has installed. */
  readonly installedIntegrations: readonly CallablePackage[];
}

export interface AppsApi {
  readonly access: AppUsers;
  create(actor: Actor, input: CreateApp): Promise<App>;
  /** The app, for actors with at least this role. Default: `edit`, so that callers state what is open to people who only view. */
  get(actor: Actor, appId: string, role?: BuilderRole): Promise<App>;
  list(actor: Actor): Promise<App[]>;
  /** Unchecked, for other plugins; null when missing or deleted. */
  find(appId: string): Promise<App | null>;
  /** What the code of an app can use, as other plugins describe it for a model. Unchecked. Rejects with the failure of one. */
  abilities(appId: string): Promise<readonly string[]>;
  /** A text that names files at the addresses of the time of writing, with those of now; any value of texts. Unchecked. */
  withCurrentAddresses<T>(appId: string, value: T): Promise<T>;
  /** The names of accounts, by id, for views of who changed something. Unchecked. */
  accountNames(ids: Iterable<string | null>): Promise<ReadonlyMap<string, string>>;
  /** Whether the actor may administer the app, without a lookup. App actors: by the claims of their token. */
  isAppAdmin(actor: Actor, app: Pick<App, 'id' | 'ownerId' | 'builders'>): boolean;
  /** Whether the actor sees everything of the app, in the builder or in a preview, and changes nothing. */
  isAppViewer(actor: Actor, app: Pick<App, 'id' | 'ownerId' | 'builders'>): boolean;
  rename(actor: Actor, appId: string, name: string): Promise<App>;
  remove(actor: Actor, appId: string): Promise<App>;
  undoRemove(actor: Actor, appId: string): Promise<App>;
  /** A new app of the actor's with the current files, and no version before. */
  duplicate(actor: Actor, appId: string, options?: DuplicateOptions): Promise<App>;
  updateSlug(actor: Actor, appId: string, slug: string): Promise<App>;
  updateStyle(actor: Actor, appId: string, style: Partial<AppStyle>): Promise<App>;
  updateSettings(actor: Actor, appId: string, settings: Partial<AppSettings>): Promise<App>;
  setThumbnail(actor: Actor, appId: string, dataUrl: string): Promise<App>;
  /** The thumbnail, of a MIME type; null without one. For actors with any role. */
  picture(actor: Actor, appId: string): Promise<{ readonly bytes: Uint8Array; readonly type: string } | null>;
  /** Sets `isSignupEnabled` in the same write, when given. */
  publish(actor: Actor, appId: string, options?: PublishOptions): Promise<App>;
  unpublish(actor: Actor, appId: string): Promise<App>;

  version(appId: string, versionId: string): Promise<Version>;
  /** Everything of a version, with other texts of some files. Unchecked. */
  bundleOf(appId: string, versionId: string | null, changed?: Files): Promise<AppBundle>;
  /**
   * An element of the current version, by its place in the version that a builder looks at. Throws a `Conflict` with the code
   * `element-moved` when its file has changed since.
   */
  element(actor: Actor, at: ElementPlace & { readonly appId: string; readonly versionId: string }): Promise<AppElement>;
  /** Newest first. */
  versions(appId: string, page?: VersionPage): Promise<Version[]>;
  /** The files of a version (default: the current one; none yet: no files). Unchecked. */
  files(appId: string, versionId?: string): Promise<Files>;
  /** The tables of a version (default: the current one), by name. Unchecked, cached: the hot path of every entity call. */
  schemas(appId: string, versionId?: string): Promise<Readonly<Record<string, EntitySchema>>>;
  /** Canonical path of a file, extension of code dropped; `InvalidInput` for one that is not allowed. */
  filePath(path: string): string;
  /** Checks paths and entity schemas, then makes one version or nothing. Unchecked. */
  commit(input: CommitVersion): Promise<Version>;
  /** One version with the files of an old one (null: without files); stores `leavesBehind` in the same write. Unchecked. */
  restore(appId: string, versionId: string | null, leavesBehind?: LeftBehind): Promise<Version>;
  /** The `leavesBehind` of a restored version; null for others. Unchecked. */
  leftBehind(appId: string, versionId: string): Promise<LeftBehind | null>;
}

export const appsRef = serviceRef<AppsApi>('apps');

/** A plugin's part in the purge of an app that was deleted 30 days ago. */
export interface AppPurge {
  /** Removes the plugin's data of the app. The app is removed once all succeed; until then it is called again. */
  remove(appId: string): Promise<void>;
}

/** A plugin's part in the beginning of a branch, and of a duplicate with rows. */
export interface AppBranch {
  /** Copies the plugin's data of the app to the copy, which has the files of the app's current version as its first one. All or nothing. */
  copy(from: App, to: Pick<App, 'id' | 'currentVersionId' | 'branch'>): Promise<void>;
  /**
   * Checks what of the branch's rows a merge takes along. The result is called with the app once it has the merged files, and again if the merge
   * is repeated after a crash; it returns the id of the job, as of a copy of rows.
   */
  planMerge?(actor: Actor, branch: App, tables: readonly MergedTable[]): Promise<(app: App) => Promise<string>>;
}

/** What a merge of a branch takes along of a table's rows. */
export interface MergedTable {
  readonly name: string;
  readonly added: boolean;
  readonly changed: boolean;
  readonly removed: boolean;
  /** The side whose row stays where both changed it: the app is the target. */
  readonly conflicts: 'target' | 'source';
  /** The sides of some of these rows. */
  readonly rows: readonly { readonly id: string; readonly side: 'target' | 'source' }[];
}

/**
 * What a plugin that stores the files of apps does with texts that name files. Stored is a path, which holds at any address of the installation
 * and in any app; addresses of earlier releases and of other apps are understood.
 */
export interface AppFiles {
  /**
   * The value with the addresses of files in its texts as paths. The app gets each public file that they name, and keeps it when all others
   * that have it are gone; `from` is an app that also gives its private files away, as a copy of it needs them.
   */
  stored<T>(appId: string, value: T, from?: string): Promise<T>;
  /** As `stored`, of a value that the app looks for: it gets nothing. */
  sought<T>(appId: string, value: T): Promise<T>;
  /** The value with the paths in its texts as addresses, for clients. A text may be JSON. */
  served<T>(appId: string, value: T): T;
  /** The value with the addresses that the installation had earlier as those of now: for texts that are kept as a person wrote them. */
  current<T>(appId: string, value: T): Promise<T>;
}

/** For plugins whose data of an app is copied with it. */
export const appBranches = extensionPoint<AppBranch>(appsRef, 'branches');

/** For the plugin that stores files. */
export const appFiles = extensionPoint<AppFiles>(appsRef, 'files', { limit: 1 });

/**
 * A request of the server to another server by GET, without redirects: to public hosts, and to those in private networks that the operator
 * allows. Rejects with a sentence.
 */
export type AppFetch = (
  address: string,
  options: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
) => Promise<Response>;

/** For the plugin that reaches other servers. */
export const appFetch = extensionPoint<AppFetch>(appsRef, 'fetch', { limit: 1 });

/** For plugins whose functions the code of an app can call. */
export const appAbilities = extensionPoint<AppAbility>(appsRef, 'abilities');

/** For plugins that store data of an app. */
export const appPurges = extensionPoint<AppPurge>(appsRef, 'purges');

declare module '@sayso/core' {
  interface EventMap {
    /** The people who have the app open in the builder changed. */
    'apps.presenceChanged': { appId: string };
    /** What an app keeps about a person who uses it, or their role in it. */
    'apps.personChanged': { appId: string; accountId: string };
    /** Anything of the app changed: name, status, settings, versions, publishing. */
    'apps.changed': { appId: string; ownerId: string; currentVersionId: string | null };
  }
  interface GraphObjects {
    App: App;
    Version: Version;
  }
}
