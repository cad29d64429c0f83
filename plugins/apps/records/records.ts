import { type Actor, cut, DuplicateKey, Forbidden, NotFound, newId, type Query, storeTime, type Take, Unauthenticated } from '@sayso/core';
import { type Administered, checkRole } from '../builders/roles.ts';
import type { AppDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import { OnlyInApp, SlugTaken, TooManyApps } from '../errors.ts';
import { Addresses } from '../publishing/addresses.ts';
import type { App, AppType, BuilderRole, Files } from '../ref.ts';
import { defaultSettings } from '../settings/settings.ts';
import { defaultStyle } from '../settings/style.ts';
import { appName, slugFromName } from './naming.ts';

const SLUG_ATTEMPTS = 8;
const MAX_DISCARDED = 50;

export interface NewApp {
  /** Default: a new one, without a version. An app with initial files points to its version from the start. */
  readonly _id?: string;
  readonly currentVersionId?: string | null;
  readonly ownerId: string;
  readonly name: string;
  readonly appType?: AppType;
  readonly description?: string;
  readonly files?: Files;
  readonly style?: AppDocument['style'];
  readonly settings?: AppDocument['settings'];
  readonly props?: AppDocument['props'];
  readonly thumbnail?: AppDocument['thumbnail'];
  /** Default: null. Otherwise the app is not visible before `show`. */
  readonly deletedAt?: string;
}

interface Required {
  readonly role?: BuilderRole;
  /** Accepts a deleted app. */
  readonly deleted?: boolean;
  /** What is done, if it is refused for a branch: `Apps are published`. */
  readonly inApp?: string;
}

interface ChangeOptions {
  readonly name?: string;
  /** Further conditions, as a filter. */
  readonly where?: Query;
}

/** Limits beside that of the account's apps. */
type OwnTake = Take<'appsMade'>;

/** In characters. Each page of the published app carries the description. */
export const MAX_DESCRIPTION = 2000;

/** App documents: access, changes, and the events that publish changes. */
export class Records {
  readonly addresses: Addresses;
  readonly #context: AppsContext;

  constructor(context: AppsContext) {
    this.#context = context;
    this.addresses = new Addresses(context);
  }

  /** Null when missing or deleted. */
  async find(appId: string): Promise<AppDocument | null> {
    const app = await this.#known(await this.#context.collections.apps.findOne({ _id: appId, deletedAt: null }));
    return app?.deletedAt === null ? app : null;
  }

  /** The open branches of an app, newest change first. */
  branches(app: AppDocument): Promise<AppDocument[]> {
    const found = this.#context.collections.apps.find({ 'branch.appId': app._id, deletedAt: null }, { sort: { updatedAt: -1 } });
    return found.then((branches) => branches.map((branch) => ofApp(branch, app)));
  }

  /** Those that were thrown away since a time, the last one first. */
  async discardedBranches(app: AppDocument, since: string): Promise<AppDocument[]> {
    const filter = { 'branch.appId': app._id, 'branch.end': 'discarded', deletedAt: { $gte: since } };
    const found = await this.#context.collections.apps.find(filter, { sort: { deletedAt: -1 }, limit: MAX_DISCARDED });
    return found.map((branch) => ofApp(branch, app));
  }

  /** Inserts a branch as a deleted app, which the purge removes if the branch is never completed. */
  beginBranch(app: AppDocument, given: Pick<AppDocument, '_id' | 'branch' | 'currentVersionId'>): Promise<AppDocument> {
    const now = storeTime();
    const { buildersRevision: _revision, publishing: _publishing, ...copied } = app;
    const settings = { ...app.settings, customDomain: null };
    const times = { createdAt: now, updatedAt: now, deletedAt: now };
    const branch: AppDocument = {
      ...copied,
      ...given,
      builders: [],
      status: 'draft',
      published: null,
      slugFixed: false,
      settings,
      thumbnail: null,
      ...times,
    };
    return this.#withSlug(given._id, app.name, async (slug) => {
      const named = { ...branch, slug };
      await this.#context.collections.apps.insertOne(named);
      return ofApp(named, app);
    });
  }

  /** A branch has the owner and the builders of its app, and is deleted with it. */
  async #known(app: AppDocument | null): Promise<AppDocument | null> {
    if (app?.branch === undefined) return app;
    const main = await this.#context.collections.apps.findOne({ _id: app.branch.appId });
    return main && ofApp(app, main);
  }

  /**
   * The app, for accounts on the builder host whose role permits it, by default to change it: an app token, which generated code holds,
   * never manages an app, not even its owner's. Throws `NotFound` for people who do not build the app, `Forbidden` for a lower role.
   */
  async own(actor: Actor, appId: string, { role = 'edit', deleted = false, inApp }: Required = {}): Promise<AppDocument> {
    if (actor.kind === 'anonymous') throw new Unauthenticated();
    const app = actor.kind === 'account' ? await this.#known(await this.#context.collections.apps.findOne({ _id: appId })) : null;
    if (!app) throw new NotFound('The app');
    checkRole(actor, administered(app), role);
    if (app.deletedAt !== null && !deleted) throw new NotFound('The app');
    if (inApp !== undefined && app.branch !== undefined) throw new OnlyInApp(inApp);
    return app;
  }

  /** Throws `TooManyApps` when the account has reached its limit, before work for an app that it may not have. */
  async checkRoom(ownerId: string): Promise<void> {
    const most = this.#context.limits.most('apps');
    const counted = await this.#context.limits.used('apps', [ownerId]);
    // What was counted may be gone since.
    if ((counted.get(ownerId) ?? 0) < most) return;
    const { length } = await this.#idsOf(ownerId);
    if (length >= most) throw new TooManyApps(length, most);
  }

  /** Adds an app to an account within its limit; null when there was none to add. */
  async adding<T>(
    app: Pick<AppDocument, '_id' | 'ownerId'>,
    add: () => Promise<T | null>,
    takes: readonly OwnTake[] = [],
  ): Promise<T | null> {
    const { _id: idempotencyKey, ownerId: subject } = app;
    let length = 0;
    const existing = async () => {
      const ids = await this.#idsOf(subject);
      length = ids.length;
      return ids;
    };
    const refusal = (most: number) => new TooManyApps(Math.max(length, most), most);
    const taken = await this.#context.limits.takeAll([...takes, { key: 'apps', subject, amount: 1, idempotencyKey, existing, refusal }]);
    try {
      const added = await add();
      if (added === null) await taken.refund();
      return added;
    } catch (error) {
      await taken.refund();
      throw error;
    }
  }

  async #idsOf(ownerId: string): Promise<string[]> {
    const found = await this.#context.collections.apps.find({ ownerId, deletedAt: null, branch: null }, { projection: { _id: 1 } });
    return found.map(({ _id }) => _id);
  }

  /** Inserts an app under the first free address derived from its name. Throws `TooManyApps`, and `TooManyRequests` for too many in a day. */
  async insert(input: NewApp): Promise<AppDocument> {
    const { ownerId } = input;
    const _id = input._id ?? newId();
    const inserted = await this.adding({ _id, ownerId }, () => this.#insert({ ...input, _id }), [
      { key: 'appsMade', subject: ownerId, amount: 1 },
    ]);
    if (inserted === null) throw new NotFound('The app');
    return inserted;
  }

  async #insert(input: NewApp): Promise<AppDocument> {
    const now = storeTime();
    const name = appName(input.name);
    const app: AppDocument = {
      _id: input._id ?? newId(),
      ownerId: input.ownerId,
      name,
      slug: '',
      slugFixed: false,
      appType: input.appType ?? 'generated',
      status: 'draft',
      description: cut(input.description ?? '', MAX_DESCRIPTION),
      currentVersionId: input.currentVersionId ?? null,
      published: null,
      style: input.style ?? { ...defaultStyle },
      settings: input.settings ?? { ...defaultSettings },
      props: input.props ?? {},
      thumbnail: input.thumbnail ?? null,
      createdAt: now,
      updatedAt: now,
      deletedAt: input.deletedAt ?? null,
    };
    return this.#withSlug(app._id, name, async (slug) => {
      const named = { ...app, slug };
      await this.#context.collections.apps.insertOne(named);
      await this.changed(named);
      return named;
    });
  }

  /** Shows an app that was inserted as a deleted one, with `changes`; throws `NotFound` when the purge has removed it. */
  async show(appId: string, changes: Query = {}): Promise<AppDocument> {
    const app = await this.#context.collections.apps.findOneAndUpdate({ _id: appId }, { $set: { ...changes, deletedAt: null } });
    if (app === null) throw new NotFound('The app');
    await this.changed(app);
    return app;
  }

  /** Shows a deleted app again, at its address if that is still free; null when there is none. */
  async bringBack(app: AppDocument, where: Query): Promise<AppDocument | null> {
    const { slugBefore } = app;
    const bring = (changes: Query) =>
      this.#context.collections.apps.findOneAndUpdate(
        { _id: app._id, ...where },
        { $set: { ...changes, deletedAt: null }, $unset: { slugBefore: '' } },
      );
    if (slugBefore === undefined) return bring({});
    if (await this.addresses.isOpenTo(app._id, slugBefore)) {
      try {
        return await bring({ slug: slugBefore });
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    }
    return this.#withSlug(app._id, app.name, (slug) => bring({ slug, slugFixed: false }));
  }

  /** Opens a branch again that was thrown away since a time; false when there is none. */
  async reopen(branchId: string, since: string): Promise<boolean> {
    const filter = { _id: branchId, 'branch.end': 'discarded', deletedAt: { $gte: since } };
    const opened = await this.#context.collections.apps.findOneAndUpdate(filter, {
      $set: { deletedAt: null },
      $unset: { 'branch.end': '' },
    });
    if (opened !== null) await this.changed(opened);
    return opened !== null;
  }

  /** Changes an app that is not deleted; throws `NotFound` otherwise. */
  async update(appId: string, changes: Query, where: Query = {}): Promise<AppDocument> {
    const app = await this.compareAndSet(appId, where, changes);
    if (!app) throw new NotFound('The app');
    return app;
  }

  /** As `update`, null when `where` no longer holds. */
  async compareAndSet(appId: string, where: Query, changes: Query): Promise<AppDocument | null> {
    const filter = { _id: appId, deletedAt: null, ...where };
    const app = await this.#known(await this.#context.collections.apps.findOneAndUpdate(filter, { $set: changes }));
    if (app) await this.changed(app);
    return app;
  }

  /**
   * Changes an app in one write, with a new name when one is given; the address follows the name until it was chosen or published. Null
   * when `where` no longer holds.
   */
  async change(app: AppDocument, changes: Query, { name = app.name, where = {} }: ChangeOptions = {}): Promise<AppDocument | null> {
    if (name === app.name) return this.compareAndSet(app._id, where, changes);
    const change = { ...changes, name: appName(name) };
    const free = { ...where, slugFixed: false };
    const renamed = app.slugFixed
      ? null
      : await this.#withSlug(app._id, change.name, (slug) => this.compareAndSet(app._id, free, { ...change, slug }));
    return renamed ?? this.compareAndSet(app._id, where, change);
  }

  /** Renames an app; the address follows until it was chosen or published. */
  async rename(app: AppDocument, name: string): Promise<AppDocument> {
    const renamed = await this.change(app, { name: appName(name), updatedAt: storeTime() }, { name: appName(name) });
    if (!renamed) throw new NotFound('The app');
    return renamed;
  }

  /** Sets the address that the builder chose; a published app is served there at once. Throws `SlugTaken`. */
  async move(app: AppDocument, slug: string): Promise<AppDocument> {
    const change = { slug, slugFixed: true, updatedAt: storeTime() };
    const holder = await this.#context.collections.apps.findOne({ slug, _id: { $ne: app._id } }, { projection: { _id: 1 } });
    if (holder || !(await this.addresses.isOpenTo(app._id, slug))) throw new SlugTaken(slug);
    let isNew = false;
    try {
      const draft = app.published ? null : await this.compareAndSet(app._id, { published: null }, change);
      if (draft) return draft;
      isNew = await this.addresses.give(app, slug);
      const moved = await this.update(app._id, change);
      if (app.slug !== slug) await this.addresses.leave(app, app.slug);
      return moved;
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      // Another app took it concurrently, and may be published there later.
      if (isNew) await this.addresses.leave(app, slug);
      throw new SlugTaken(slug);
    }
  }

  changed(app: AppDocument): Promise<void> {
    const { _id: appId, ownerId, currentVersionId } = app;
    return this.#context.emit('apps.changed', { appId, ownerId, currentVersionId });
  }

  /** For changes of an app that its branches share: of its people, and its deletion. */
  async changedBranches(app: AppDocument): Promise<void> {
    for (const branch of await this.branches(app)) await this.changed(branch);
  }

  /** Tries slugs until one is free: the unique index decides, across nodes too. */
  async #withSlug<T>(appId: string, name: string, write: (slug: string) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const slug = slugFromName(name, attempt);
      try {
        if (!(await this.addresses.isOpenTo(appId, slug))) throw new SlugTaken(slug);
        return await write(slug);
      } catch (error) {
        const isTaken = error instanceof DuplicateKey || error instanceof SlugTaken;
        if (!isTaken || attempt >= SLUG_ATTEMPTS) throw error;
      }
    }
  }
}

function ofApp(branch: AppDocument, { ownerId, builders = [], deletedAt }: AppDocument): AppDocument {
  return { ...branch, ownerId, builders, deletedAt: branch.deletedAt ?? deletedAt };
}

/** What roles depend on. Documents of earlier releases have no builders but their owner. */
export function administered({ _id: id, name, ownerId, builders = [] }: AppDocument): Administered & Pick<App, 'name'> {
  return { id, name, ownerId, builders };
}

/** Whether the actor is an admin of the installation. */
export function isInstallationAdmin(actor: Actor): boolean {
  return actor.kind === 'account' && actor.admin;
}

/** The id of a signed-in account; throws for other actors, which neither make nor list apps. */
export function accountOf(actor: Actor): string {
  if (actor.kind === 'account') return actor.id;
  throw actor.kind === 'anonymous' ? new Unauthenticated() : new Forbidden();
}

/** An app as other plugins and clients see it. */
export function toApp(document: AppDocument): App {
  const {
    _id: id,
    slugFixed: _slugFixed,
    publishing: _publishing,
    buildersRevision: _revision,
    slugBefore: _slugBefore,
    thumbnail,
    builders = [],
    ...app
  } = document;
  const thumbnailUrl = thumbnail ? `/api/apps/${id}/thumbnail?v=${thumbnail.hash.slice(0, 16)}` : null;
  return { id, ...app, builders, thumbnailUrl };
}

/** Whether publishing again would change the published app. */
export function hasUnpublishedChanges({
  published,
  currentVersionId,
  settings,
}: Pick<App, 'published' | 'currentVersionId' | 'settings'>): boolean {
  if (!published) return false;
  return published.versionId !== currentVersionId || (published.mainPage ?? null) !== settings.mainPage;
}

/** An update of only the given fields of a part of an app: concurrent saves of two panels do not overwrite each other. */
export function within(part: 'style' | 'settings' | 'props', values: object, given: object): Query {
  const changed = Object.entries(values).filter(([name]) => Object.hasOwn(given, name));
  return { ...Object.fromEntries(changed.map(([name, value]) => [`${part}.${name}`, value])), updatedAt: storeTime() };
}
