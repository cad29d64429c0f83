import { type Actor, cut, DuplicateKey, Forbidden, NotFound, newId, type Query, Unauthenticated } from '@sayso/core';
import type { PreviewBuild } from '@sayso/runtime/ref';
import { AppAccess } from './access.ts';
import { type Bundle, makeBundle, refuseBundle } from './bundle.ts';
import type { AppDocument } from './collections.ts';
import type { AppsContext } from './context.ts';
import { DomainTaken } from './errors.ts';
import { appName, chosenSlug, nameFromPrompt } from './naming.ts';
import { fileKind, filePath, fullPath, isBareName } from './paths.ts';
import { Publishing } from './publishing.ts';
import { DAY, purge, UNDO_DAYS } from './purge.ts';
import { isAdminOf, isInstallationAdmin, Records, toApp } from './records.ts';
import type { App, AppStyle, CreateApp, FileChange, Version } from './ref.ts';
import type { AppsService, EditFiles, SaveApp } from './service-ref.ts';
import { changeSettings, checkProps } from './settings.ts';
import { changeStyle } from './style.ts';
import { Thumbnails } from './thumbnails.ts';
import { toVersion, Versions } from './versions.ts';

/** Everything there is to do with apps; the parts have the rules. */
export class Apps implements AppsService {
  readonly access: AppAccess;
  readonly thumbnails: Thumbnails;
  readonly publishing: Publishing;
  readonly filePath = filePath;
  readonly isAppAdmin = isAdminOf;
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #versions: Versions;
  readonly #purges: ((appId: string) => Promise<void>)[] = [];

  constructor(context: AppsContext) {
    this.#context = context;
    this.#records = new Records(context);
    this.#versions = new Versions(context, this.#records);
    this.publishing = new Publishing(context, this.#records, this.#versions);
    this.thumbnails = new Thumbnails(context, this.#records);
    this.access = new AppAccess(context, this.#records, this.publishing);
  }

  async create(actor: Actor, input: CreateApp): Promise<App> {
    return this.save(actor, input);
  }

  async get(actor: Actor, appId: string): Promise<App> {
    return toApp(await this.#records.own(actor, appId));
  }

  async find(appId: string): Promise<App | null> {
    const app = await this.#records.find(appId);
    return app && toApp(app);
  }

  async list(actor: Actor): Promise<App[]> {
    const ownerId = accountOf(actor);
    const apps = await this.#context.collections.apps.find({ ownerId, deletedAt: null }, { sort: { updatedAt: -1 } });
    return apps.map(toApp);
  }

  async rename(actor: Actor, appId: string, name: string): Promise<App> {
    return toApp(await this.#records.rename(await this.#records.own(actor, appId), name));
  }

  async remove(actor: Actor, appId: string): Promise<App> {
    await this.#records.own(actor, appId);
    return toApp(await this.#records.update(appId, { deletedAt: new Date().toISOString() }));
  }

  async undoRemove(actor: Actor, appId: string): Promise<App> {
    const app = await this.#records.own(actor, appId, { deleted: true });
    if (app.deletedAt === null) return toApp(app);
    const oldest = new Date(Date.now() - UNDO_DAYS * DAY).toISOString();
    const filter = { _id: appId, deletedAt: { $gte: oldest } };
    const bring = () => this.#context.collections.apps.findOneAndUpdate(filter, { $set: { deletedAt: null } });
    const back = await this.#records.adding(app.ownerId, bring);
    if (!back) throw new NotFound('The app');
    await this.#records.changed(back);
    return toApp(back);
  }

  async duplicate(actor: Actor, appId: string): Promise<App> {
    const source = await this.#records.own(actor, appId);
    await this.#records.checkRoom(accountOf(actor));
    const { appType, description, style, props } = source;
    // A domain leads to one app only.
    const settings = { ...source.settings, customDomain: null };
    const name = `${cut(source.name, 95)} copy`;
    const ownerId = accountOf(actor);
    const _id = newId();
    // The app comes last: one that is cut off leaves nothing that anybody sees.
    const currentVersionId = await this.#versions.beginCopy(_id, source);
    const thumbnail = await this.thumbnails.copy(source, _id);
    const about = { name, appType, description, style, settings, props, thumbnail };
    return toApp(await this.#records.insert({ _id, currentVersionId, ownerId, ...about }));
  }

  async updateSlug(actor: Actor, appId: string, slug: string): Promise<App> {
    return toApp(await this.#records.move(await this.#records.own(actor, appId), chosenSlug(slug)));
  }

  async updateStyle(actor: Actor, appId: string, changes: Partial<AppStyle>): Promise<App> {
    const app = await this.#records.own(actor, appId);
    const style = changeStyle(app.style, changes, isInstallationAdmin(actor));
    return toApp(await this.#records.update(appId, within('style', style, changes)));
  }

  async updateSettings(actor: Actor, appId: string, changes: Readonly<Record<string, unknown>>): Promise<App> {
    const app = await this.#records.own(actor, appId);
    const settings = changeSettings(app.settings, {
      changes,
      isAdmin: isInstallationAdmin(actor),
      isPublished: app.published !== null,
    });
    const domain = settings['customDomain'];
    if (domain !== app.settings['customDomain']) await this.#claimDomain(appId, typeof domain === 'string' ? domain : null);
    return toApp(await this.#records.update(appId, within('settings', settings, changes)));
  }

  async setThumbnail(actor: Actor, appId: string, dataUrl: string): Promise<App> {
    return toApp(await this.thumbnails.set(actor, appId, dataUrl));
  }

  async publish(actor: Actor, appId: string, versionId?: string): Promise<App> {
    return toApp(await this.publishing.publish(actor, appId, versionId));
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

  versions(appId: string): Promise<Version[]> {
    return this.#versions.list(appId);
  }

  files(appId: string, versionId?: string) {
    return this.#versions.files(appId, versionId);
  }

  schemas(appId: string, versionId?: string) {
    return this.#versions.schemas(appId, versionId);
  }

  commit(input: Parameters<AppsService['commit']>[0]): Promise<Version> {
    return this.#versions.commit(input);
  }

  restore(appId: string, versionId: string): Promise<Version> {
    return this.#versions.restore(appId, versionId);
  }

  async editFiles(actor: Actor, { appId, baseVersionId, changes: given, act }: EditFiles): Promise<Version> {
    const app = await this.#records.own(actor, appId);
    const known = given.some(({ path }) => isBareName(path)) ? Object.keys(await this.files(appId)) : [];
    const changes = given.map(({ path, content }) => ({ path: filePath(fullPath(path, known)), content }));
    const title = `${act} ${changes[0]?.path ?? 'files'}`;
    const isCode = changes.some(({ path }) => fileKind(path) !== 'entity');
    if (isCode && app.appType !== 'space' && !isInstallationAdmin(actor)) {
      throw new Forbidden('Only admins may edit code. Ask for the change in the chat.');
    }
    // What goes wrong there is told to whoever asks for the build.
    this.publishing.foresee(app, changes).catch(() => {});
    return this.commit({ appId, baseVersionId: baseVersionId ?? app.currentVersionId, changes, title });
  }

  async save(actor: Actor, input: SaveApp): Promise<App> {
    const ownerId = accountOf(actor);
    const { files = {}, description, appType, props } = input;
    const changes: FileChange[] = Object.entries(files).map(([path, content]) => ({ path: filePath(path), content }));
    let app: AppDocument;
    if (input.appId === undefined) {
      checkProps(props ?? {});
      // Again when the app is inserted: here so that a refusal leaves no contents behind.
      await this.#records.checkRoom(ownerId);
      const name = input.name?.trim() || nameFromPrompt(input.prompt ?? '');
      const _id = newId();
      const currentVersionId = await this.#versions.begin(_id, changes);
      app = await this.#records.insert({ _id, currentVersionId, ownerId, name, ...defined({ appType, description, props }) });
    } else {
      app = await this.#records.own(actor, input.appId);
      if (props) checkProps({ ...app.props, ...props });
      if (input.name !== undefined && input.name !== app.name) app = await this.#records.rename(app, appName(input.name));
      const given = { ...defined({ description }), ...(props && within('props', props, props)) };
      if (Object.keys(given).length > 0) app = await this.#records.update(app._id, given);
      const kept = new Set(changes.map(({ path }) => path));
      const before = input.replaces ? await this.#versions.files(app._id) : {};
      // A bundle names the users' schema apart from the tables: to leave it out is not to delete it.
      kept.add('entities/User.json');
      const dropped = Object.keys(before).filter((path) => input.replaces?.includes(fileKind(path)) && !kept.has(path));
      changes.push(...dropped.map((path) => ({ path, content: null })));
      const title = app.currentVersionId === null ? 'First version' : 'Saved app';
      if (changes.length > 0) await this.commit({ appId: app._id, baseVersionId: app.currentVersionId, changes, title });
    }
    const { mainPage } = input;
    return mainPage === undefined ? this.get(actor, app._id) : this.updateSettings(actor, app._id, { mainPage });
  }

  async bundle(actor: Actor, appId: string, versionId?: string): Promise<Bundle> {
    const app = await this.#records.find(appId);
    if (!app || actor.kind !== 'account' || !isAdminOf(actor, { id: appId, ownerId: app.ownerId })) throw refuseBundle(actor, app);
    const id = versionId ?? app.currentVersionId;
    const [files, schemas] = id === null ? [{}, {}] : await Promise.all([this.files(appId, id), this.schemas(appId, id)]);
    return makeBundle({ app, versionId: id, files, schemas, runtime: this.#context.needs.runtime });
  }

  async changes(actor: Actor, appId: string, signal: AbortSignal): Promise<AsyncIterable<App>> {
    await this.#records.own(actor, appId);
    // Listening starts before the first look, so that no change falls between the two.
    const events = this.#context.subscribe('apps.changed', signal);
    const now = async () => toApp(await this.#records.own(actor, appId, { deleted: true }));
    return (async function* () {
      yield now();
      for await (const event of events) {
        if ('missed' in event || event.payload.appId === appId) yield now();
      }
    })();
  }

  async builds(actor: Actor, appId: string, signal: AbortSignal): Promise<AsyncIterable<PreviewBuild>> {
    return this.publishing.builds(appId, await this.changes(actor, appId, signal));
  }

  purge(signal: AbortSignal): Promise<void> {
    return purge(this.#context, { thumbnails: this.thumbnails, others: this.#purges }, signal);
  }

  onPurge(remove: (appId: string) => Promise<void>): void {
    this.#purges.push(remove);
  }

  async #claimDomain(appId: string, domain: string | null): Promise<void> {
    const { domains } = this.#context.collections;
    if (domain !== null) {
      try {
        await domains.insertOne({ _id: domain, appId });
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
        if (!(await domains.findOne({ _id: domain, appId }))) throw new DomainTaken(domain);
      }
    }
    await domains.deleteMany({ appId, _id: { $ne: domain } });
  }
}

function accountOf(actor: Actor): string {
  if (actor.kind === 'account') return actor.id;
  throw actor.kind === 'anonymous' ? new Unauthenticated() : new Forbidden();
}

/** The change of what was given within a part of an app: two panels that save at once do not undo each other. */
function within(part: 'style' | 'settings' | 'props', values: object, given: object): Query {
  const changed = Object.entries(values).filter(([name]) => Object.hasOwn(given, name));
  return { ...Object.fromEntries(changed.map(([name, value]) => [`${part}.${name}`, value])), updatedAt: new Date().toISOString() };
}

/** Without the keys that are undefined: "not given" and "given as nothing" are different things to a store. */
function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
}
