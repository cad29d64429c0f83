import { type Actor, type AskedDeed, BlobNotFound, cut, NotFound, newCopyId, newId, PermittedStream, storeTime } from '@sayso/core';
import type { AppElement, CompileProblem, NamedHost, PreviewBuild } from '@sayso/runtime/ref';
import { Branches } from './branches/branches.ts';
import { Builders } from './builders/builders.ts';
import { checkDeed } from './builders/deeds.ts';
import { Presence } from './builders/presence.ts';
import { isAdminOf, isViewerOf, roleOf } from './builders/roles.ts';
import type { AppDocument } from './collections.ts';
import type { AppsContext } from './config.ts';
import { type ElementInVersion, Elements } from './elements/elements.ts';
import { NoVersionYet, TableReadOnly } from './errors.ts';
import { type ImportedProject, Importing } from './importing/importing.ts';
import { AppAccess } from './members/access.ts';
import { AppRoles } from './members/app-roles.ts';
import { PeopleDetails } from './members/person-details.ts';
import { makeBundle, publicParts, publicVersion } from './publishing/bundle.ts';
import { claimDomain } from './publishing/domains.ts';
import { Publishing } from './publishing/publishing.ts';
import { mayNameFiles, NamedFiles } from './records/named-files.ts';
import { chosenSlug } from './records/naming.ts';
import { DAY, purge, UNDO_DAYS } from './records/purge.ts';
import { accountOf, administered, isInstallationAdmin, Records, toApp, within } from './records/records.ts';
import type {
  App,
  AppBundle,
  AppStyle,
  AppsApi,
  BuilderRole,
  CreateApp,
  DuplicateOptions,
  FileChange,
  LeftBehind,
  PublishOptions,
  Version,
  VersionPage,
} from './ref.ts';
import { changeSettings, NO_HOSTS } from './settings/settings.ts';
import { changeStyle } from './settings/style.ts';
import { Thumbnails } from './settings/thumbnails.ts';
import type { FileDifference } from './versions/differences.ts';
import { fileKind, filePath, fullPath, isBareName } from './versions/paths.ts';
import { checkMayEdit, checkMayEditCode, mayEditCode, type SaveApp, Saving } from './versions/saving.ts';
import { changed, checkChanges, toVersion, type VersionLabel, Versions } from './versions/versions.ts';

/** A manual change of files. Without `baseVersionId` it applies to the current version. */
export interface EditFiles {
  readonly appId: string;
  readonly baseVersionId?: string;
  /** The first one names the version. A path without a folder means the only file of that name. */
  readonly changes: readonly FileChange[];
  readonly act: 'Edited' | 'Deleted' | 'Renamed' | 'Replaced text in';
  /** As in `AppChanges`. */
  readonly continues?: boolean;
  /** Refuses schemas of tables, which are read-only as files. */
  readonly keepsTables?: boolean;
}

/** Unsaved changes of a version. */
export type UnsavedFiles = Required<Pick<EditFiles, 'appId' | 'baseVersionId' | 'changes'>>;

/** A data block whose source becomes a component of the app. */
export interface EjectBlock {
  readonly appId: string;
  readonly baseVersionId: string;
  /** `table` for `@/components/blocks/table`. */
  readonly block: string;
}

export interface EjectedBlock {
  readonly version: Version;
  /** Of the block's own file, such as `components/DataTable`. */
  readonly path: string;
}

/** The service of apps; its parts have the rules. */
export class Apps implements AppsApi {
  readonly access: AppAccess;
  readonly roles: AppRoles;
  /** What an app keeps about one person. */
  readonly person: PeopleDetails;
  readonly branches: Branches;
  readonly builders: Builders;
  readonly presence: Presence;
  readonly thumbnails: Thumbnails;
  readonly publishing: Publishing;
  readonly elements: Elements;
  readonly filePath = filePath;
  readonly isAppAdmin = isAdminOf;
  readonly isAppViewer = isViewerOf;
  readonly #context: AppsContext;
  readonly #files: NamedFiles;
  readonly #records: Records;
  readonly #versions: Versions;
  readonly #saving: Saving;
  readonly #importing: Importing;

  constructor(context: AppsContext) {
    this.#context = context;
    this.#files = new NamedFiles(context);
    this.#records = new Records(context);
    this.#versions = new Versions(context, this.#records, this.#files);
    this.#saving = new Saving({ records: this.#records, versions: this.#versions, files: this.#files });
    this.publishing = new Publishing(context, this.#records, this.#versions);
    this.elements = new Elements(context, this.#records, this.#versions);
    this.#importing = new Importing(context, (actor, input) => this.save(actor, input));
    this.thumbnails = new Thumbnails(context, this.#records);
    this.branches = new Branches(context, { records: this.#records, versions: this.#versions, files: this.#files });
    this.builders = new Builders(context, this.#records);
    this.presence = new Presence(context, this.#records);
    this.access = new AppAccess(context, {
      records: this.#records,
      publishing: this.publishing,
      builders: this.builders,
      versions: this.#versions,
    });
    this.roles = new AppRoles(this.access);
    this.person = new PeopleDetails(this.access);
  }

  async create(actor: Actor, input: CreateApp): Promise<App> {
    return this.save(actor, input);
  }

  withCurrentAddresses<T>(appId: string, value: T): Promise<T> {
    return this.#files.current(appId, value);
  }

  accountNames(ids: Iterable<string | null>): Promise<ReadonlyMap<string, string>> {
    const known = new Set([...ids].filter((id) => id !== null));
    return known.size === 0 ? Promise.resolve(new Map()) : this.#context.needs.accounts.names([...known]);
  }

  async get(actor: Actor, appId: string, role: BuilderRole = 'edit'): Promise<App> {
    return toApp(await this.#records.own(actor, appId, { role }));
  }

  /** Throws when the role of the actor does not permit the deed. An app that is missing or deleted is left to the service that opens it. */
  async permit({ actor, appId, does }: AskedDeed): Promise<void> {
    const app = await this.#records.find(appId);
    if (app !== null) checkDeed(actor, administered(app), does);
  }

  async find(appId: string): Promise<App | null> {
    const app = await this.#records.find(appId);
    return app && toApp(app);
  }

  async list(actor: Actor): Promise<App[]> {
    const accountId = accountOf(actor);
    const ids = await this.builders.appsOf(accountId);
    const { apps } = this.#context.collections;
    const [own, shared] = await Promise.all([
      apps.find({ ownerId: accountId, deletedAt: null, branch: null }, { sort: { updatedAt: -1 } }),
      ids.length === 0 ? [] : apps.find({ _id: { $in: ids }, deletedAt: null }, { sort: { updatedAt: -1 } }),
    ]);
    const others = shared.map(toApp).filter((app) => app.ownerId !== accountId && roleOf(actor, app) !== null);
    return [...own.map(toApp), ...others].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  }

  async rename(actor: Actor, appId: string, name: string): Promise<App> {
    return toApp(await this.#records.rename(await this.#records.own(actor, appId), name));
  }

  async remove(actor: Actor, appId: string): Promise<App> {
    await this.#records.own(actor, appId, { role: 'own', inApp: 'Apps are deleted' });
    const removed = await this.#records.update(appId, { deletedAt: storeTime() });
    await this.#context.limits.release('apps', removed.ownerId, 1, { idempotencyKey: appId });
    await this.#records.addresses.giveBack(removed);
    await this.#records.changedBranches(removed);
    return toApp(removed);
  }

  async undoRemove(actor: Actor, appId: string): Promise<App> {
    const app = await this.#records.own(actor, appId, { role: 'own', deleted: true, inApp: 'Apps are brought back' });
    if (app.deletedAt === null) return toApp(app);
    const oldest = storeTime(-UNDO_DAYS * DAY);
    const filter = { deletedAt: { $gte: oldest } };
    const back = await this.#records.adding(app, () => this.#records.bringBack(app, filter));
    if (!back) throw new NotFound('The app');
    await this.#records.changed(back);
    await this.#records.changedBranches(back);
    return toApp(back);
  }

  async duplicate(actor: Actor, appId: string, { withRows = false }: DuplicateOptions = {}): Promise<App> {
    const source = await this.#records.own(actor, appId);
    await this.#records.checkRoom(accountOf(actor));
    const { appType, description, style, props } = source;
    const name = `${cut(source.name, 95)} copy`;
    const ownerId = accountOf(actor);
    // A domain belongs to one app only. Whoever owns the copy has allowed no hosts that the owner of the original did.
    const settings = { ...source.settings, customDomain: null, ...(ownerId === source.ownerId ? {} : { hosts: NO_HOSTS }) };
    // Rows are copied to the id of a copy only.
    const _id = withRows ? newCopyId() : newId();
    // The app is inserted last: an interrupted copy leaves nothing visible.
    const currentVersionId = await this.#versions.beginCopy(_id, source);
    const thumbnail = await this.thumbnails.copy(source, _id);
    const about = { name, appType, description, style, settings, props, thumbnail };
    const texts = await this.#versions.files(appId, source.currentVersionId ?? undefined);
    const named = [texts, style, settings, props];
    if (!withRows && !mayNameFiles(named)) return toApp(await this.#records.insert({ _id, currentVersionId, ownerId, ...about }));
    // Begins deleted, so that the purge removes the files and rows of an interrupted copy.
    await this.#records.insert({ _id, currentVersionId, ownerId, ...about, deletedAt: storeTime() });
    await this.#files.stored(_id, named, appId);
    if (withRows) for (const part of this.#context.additions.branches()) await part.copy(toApp(source), { id: _id, currentVersionId });
    return toApp(await this.#records.show(_id));
  }

  async updateSlug(actor: Actor, appId: string, slug: string): Promise<App> {
    return toApp(await this.#records.move(await this.#records.own(actor, appId, { inApp: 'Addresses are chosen' }), chosenSlug(slug)));
  }

  /** Other hosts that the code of the current version names. */
  async namedHosts(appId: string): Promise<readonly NamedHost[]> {
    return this.#context.needs.runtime.namedHosts(await this.files(appId));
  }

  async updateStyle(actor: Actor, appId: string, changes: Partial<AppStyle>): Promise<App> {
    const app = await this.#records.own(actor, appId);
    const style = await this.#files.stored(appId, changeStyle(app.style, changes, isInstallationAdmin(actor)));
    return toApp(await this.#records.update(appId, within('style', style, changes)));
  }

  async updateSettings(actor: Actor, appId: string, changes: Readonly<Record<string, unknown>>): Promise<App> {
    const isDomain = Object.hasOwn(changes, 'customDomain');
    const app = await this.#records.own(actor, appId, isDomain ? { inApp: 'Domains are chosen' } : {});
    const change = { changes, isAdmin: isInstallationAdmin(actor), isPublished: app.published !== null };
    const settings = await this.#files.stored(appId, changeSettings(app.settings, change));
    const domain = typeof settings['customDomain'] === 'string' ? settings['customDomain'] : null;
    const isMoved = domain !== (app.settings['customDomain'] ?? null);
    if (isMoved && domain !== null) await claimDomain(this.#context, appId, domain);
    const changed = await this.#records.update(appId, within('settings', settings, changes));
    // A domain that its app's settings do not name is not served: if a crash leaves its claim, others can still claim it.
    if (isMoved) await this.#context.collections.domains.deleteMany({ appId, _id: { $ne: domain } });
    return toApp(changed);
  }

  async setThumbnail(actor: Actor, appId: string, dataUrl: string): Promise<App> {
    return toApp(await this.thumbnails.set(actor, appId, dataUrl));
  }

  async picture(actor: Actor, appId: string) {
    try {
      const { body, type } = await this.thumbnails.read(actor, appId);
      return { bytes: new Uint8Array(await new Response(body).arrayBuffer()), type };
    } catch (error) {
      if (error instanceof BlobNotFound) return null;
      throw error;
    }
  }

  async publish(actor: Actor, appId: string, options: PublishOptions = {}): Promise<App> {
    return toApp(await this.publishing.publish(actor, appId, options));
  }

  async unpublish(actor: Actor, appId: string): Promise<App> {
    return toApp(await this.publishing.unpublish(actor, appId));
  }

  startPreview(actor: Actor, appId: string, options: { versionId?: string; headers: Headers }) {
    return this.publishing.startPreview(actor, appId, options);
  }

  url(app: App): string {
    return this.publishing.url(app);
  }

  async version(appId: string, versionId: string): Promise<Version> {
    return toVersion(await this.#versions.version(appId, versionId));
  }

  versions(appId: string, page?: VersionPage): Promise<Version[]> {
    return this.#versions.list(appId, page);
  }

  /** The marked versions, newest first, at most 100. */
  starredVersions(appId: string): Promise<Version[]> {
    return this.#versions.starred(appId);
  }

  async labelVersion(actor: Actor, appId: string, versionId: string, label: VersionLabel): Promise<Version> {
    await this.#records.own(actor, appId);
    return this.#versions.label(appId, versionId, label);
  }

  /** What differs between two versions; `from` null: everything is new. */
  versionChanges(appId: string, from: string | null, to: string): Promise<FileDifference[]> {
    return this.#versions.differences(appId, from, to);
  }

  files(appId: string, versionId?: string) {
    return this.#versions.files(appId, versionId);
  }

  schemas(appId: string, versionId?: string) {
    return this.#versions.schemas(appId, versionId);
  }

  element(actor: Actor, at: ElementInVersion): Promise<AppElement> {
    return this.elements.current(actor, at);
  }

  commit(input: Parameters<AppsApi['commit']>[0]): Promise<Version> {
    return this.#versions.commit(input);
  }

  restore(appId: string, versionId: string | null, leavesBehind?: LeftBehind): Promise<Version> {
    return this.#versions.restore(appId, versionId, leavesBehind);
  }

  async leftBehind(appId: string, versionId: string): Promise<LeftBehind | null> {
    return (await this.#versions.version(appId, versionId)).leavesBehind ?? null;
  }

  /** Code: admins, and the owners of space apps. Tables: the owner. */
  async editFiles(
    actor: Actor,
    { appId, baseVersionId, changes: given, act, continues = false, keepsTables = false }: EditFiles,
  ): Promise<Version> {
    const app = await this.#records.own(actor, appId);
    const known = given.some(({ path }) => isBareName(path)) ? Object.keys(await this.files(appId)) : [];
    const changes = given.map(({ path, content }) => ({ path: filePath(fullPath(path, known)), content }));
    const title = `${act} ${changes[0]?.path ?? 'files'}`;
    const schema = changes.find(({ path, content }) => content !== null && fileKind(path) === 'entity');
    if (keepsTables && schema !== undefined) throw new TableReadOnly(schema.path);
    checkMayEdit(actor, app, changes);
    if (act === 'Deleted' && (baseVersionId ?? app.currentVersionId) === app.currentVersionId) await this.#checkHas(app, changes);
    // Build errors are reported to the caller that requests the build.
    this.publishing.precompile(app, changes).catch(() => {});
    return this.#versions.commit({ appId, baseVersionId: baseVersionId ?? app.currentVersionId, changes, title }, { continues });
  }

  /** Throws `NotFound` for a file to be deleted that the app does not have. */
  async #checkHas({ _id: id, currentVersionId }: AppDocument, changes: readonly FileChange[]): Promise<void> {
    const files = currentVersionId === null ? {} : await this.files(id, currentVersionId);
    const absent = changes.find(({ path, content }) => content === null && !Object.hasOwn(files, path));
    if (absent !== undefined) throw new NotFound(`The file "${absent.path}"`);
  }

  /** Whether `editFiles` accepts changes of code. */
  mayEditCode(actor: Actor, app: App): boolean {
    return isAdminOf(actor, app) && mayEditCode(actor, app);
  }

  /** What the compiler and the detectors find in a version with unsaved changes; stores nothing. For those who edit code. */
  async checkFiles(actor: Actor, { appId, baseVersionId, changes: given }: UnsavedFiles): Promise<readonly CompileProblem[]> {
    const app = await this.#records.own(actor, appId);
    checkMayEditCode(actor, app);
    const changes = checkChanges(given);
    const files = changed(await this.files(appId, baseVersionId), changes);
    const sources = { appId, versionId: baseVersionId, name: app.name, mainPage: app.settings.mainPage, files };
    const { runtime } = this.#context.needs;
    const problems = await runtime.check(sources);
    if (problems.some(({ severity }) => severity === 'error')) return problems;
    const { issues } = await runtime.inspect(sources);
    return [...problems, ...issues.map(({ componentName: path, ...issue }) => ({ path, column: null, ...issue }))];
  }

  /** As one version. For those who edit code. */
  async ejectBlock(actor: Actor, { appId, baseVersionId, block }: EjectBlock): Promise<EjectedBlock> {
    const app = await this.#records.own(actor, appId);
    checkMayEditCode(actor, app);
    const before = await this.files(appId, baseVersionId);
    const sources = { appId, versionId: baseVersionId, name: app.name, mainPage: app.settings.mainPage, files: before };
    const after = await this.#context.needs.runtime.eject(sources, block);
    const changes = Object.entries(after).flatMap(([path, content]) => (before[path] === content ? [] : { path, content }));
    const version = await this.commit({ appId, baseVersionId, changes, title: `Took over the block ${block}` });
    return { version, path: changes.find(({ path }) => !Object.hasOwn(before, path))?.path ?? '' };
  }

  async save(actor: Actor, input: SaveApp): Promise<App> {
    return toApp(await this.#saving.save(actor, input));
  }

  async bundle(actor: Actor, appId: string, versionId?: string): Promise<AppBundle> {
    const app = await this.#records.find(appId);
    if (!app || actor.kind !== 'account' || roleOf(actor, toApp(app)) === null)
      return publicParts(await this.bundleOf(appId, publicVersion(actor, app, versionId)));
    return this.bundleOf(appId, versionId ?? app.currentVersionId);
  }

  async bundleOf(appId: string, versionId: string | null, changed: Readonly<Record<string, string>> = {}): Promise<AppBundle> {
    const app = await this.#records.find(appId);
    if (!app) throw new NotFound('The app');
    const [files, schemas] =
      versionId === null ? [{}, {}] : await Promise.all([this.files(appId, versionId), this.schemas(appId, versionId)]);
    const packages = await Promise.all(this.#context.additions.abilities().map((ability) => ability.packages?.(appId) ?? []));
    const { runtime } = this.#context.needs;
    return makeBundle({ app, versionId, files: { ...files, ...changed }, schemas, runtime, packages: packages.flat() });
  }

  /** The current version as a zip; see `RuntimeApi.exportProject`. For all who see the app's code. */
  async exportProject(actor: Actor, appId: string): Promise<{ readonly name: string; readonly zip: Uint8Array }> {
    const app = await this.#records.own(actor, appId, { role: 'view' });
    const { currentVersionId: versionId, name, slug, settings } = app;
    if (versionId === null) throw new NoVersionYet();
    const sources = { appId, versionId, name, mainPage: settings.mainPage, files: await this.files(appId, versionId) };
    return { name: `${slug}.zip`, zip: await this.#context.needs.runtime.exportProject(sources, slug) };
  }

  /** Bytes of a project that is imported. */
  get importMaxBytes(): number {
    return this.#context.config.PROJECT_MAX_BYTES;
  }

  /** Makes an app of a project in a zip; see `Importing.run`. */
  importProject(actor: Actor, zip: Uint8Array, fileName: string): Promise<ImportedProject> {
    return this.#importing.run(actor, zip, fileName);
  }

  /** Yields the app now and after each change, its deletion included. */
  async changes(actor: Actor, appId: string, signal: AbortSignal): Promise<AsyncIterable<App>> {
    await this.#records.own(actor, appId, { role: 'view' });
    const now = async () => toApp(await this.#records.own(actor, appId, { role: 'view', deleted: true }));
    const stream = new PermittedStream({ check: now, signal });
    // Subscribes before the first read, so that no change is missed in between.
    const events = this.#context.subscribe('apps.changed', stream.signal);
    const source = async function* () {
      yield now();
      for await (const event of events) {
        if ('missed' in event || event.payload.appId === appId) yield now();
      }
    };
    return stream.pass(source());
  }

  /** Yields the preview of the current version after each change of it, not before the first one. */
  async builds(actor: Actor, appId: string, signal: AbortSignal): Promise<AsyncIterable<PreviewBuild>> {
    return this.publishing.builds(appId, await this.changes(actor, appId, signal));
  }

  async abilities(appId: string): Promise<readonly string[]> {
    const described = await Promise.all(this.#context.additions.abilities().map((ability) => ability.describe(appId)));
    return described.filter((text) => text !== '');
  }

  /** Continues what a migration has begun. */
  async ready(): Promise<void> {
    if ((await this.#context.collections.unsettled.findOne({})) !== null) await this.#context.enqueue('settleFiles', {});
  }

  /** The job: completes the migration of texts that name files by addresses. */
  settleFiles(signal: AbortSignal): Promise<void> {
    return this.#files.settle(this.#versions, signal);
  }

  /** Permanently removes apps that were deleted 30 days ago. */
  purge(signal: AbortSignal): Promise<void> {
    return purge(this.#context, { thumbnails: this.thumbnails, others: this.#context.additions.purges() }, signal);
  }
}
