import { cut, InvalidInput, NotFound, newId, type Query, storeNow, storeTime } from '@sayso/core';
import type { AppDocument, VersionDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import { VersionConflict } from '../errors.ts';
import type { NamedFiles } from '../records/named-files.ts';
import type { Records } from '../records/records.ts';
import type { CommitVersion, EntitySchema, FileChange, Files, LeftBehind, Version, VersionPage } from '../ref.ts';
import { Contents, type FileEntry, hashOf } from './contents.ts';
import { differencesOf, type FileDifference } from './differences.ts';
import { parseEntity, readEntity } from './entity-schema.ts';
import { fileKind, fileName, filePath, pagePath } from './paths.ts';

type About = Omit<CommitVersion, 'appId' | 'baseVersionId' | 'changes'> & {
  readonly leavesBehind?: LeftBehind;
  readonly settings?: VersionDocument['settings'];
};

/** What is given is set; an empty name removes it. */
export interface VersionLabel {
  readonly name?: string;
  readonly isStarred?: boolean;
}

export interface AppChanges {
  /** Further changes of the app, in the same write as its current version. */
  readonly set?: Query;
  /** Lists the version in place of the one before it, if that is a recent edit of the same file: for saves while someone types. */
  readonly continues?: boolean;
}

const LISTED = 10;
const MAX_LISTED = 50;
const MAX_STARRED = 100;
const MAX_FILES = 1000;
const MAX_FILE_LENGTH = 1_000_000;
/** All files of one version together: every reader loads them all. */
const MAX_VERSION_LENGTH = 20_000_000;
const MAX_TITLE_LENGTH = 300;
const MAX_NAME_LENGTH = 100;
const MAX_CACHED_SCHEMAS = 500;
/** Milliseconds after which an edit starts an entry of its own in the list of versions. */
const CONTINUES_WITHIN = 10 * 60_000;

/** Versions of apps: immutable, content-addressed, made by compare-and-set on the app's current one. */
export class Versions {
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #files: NamedFiles;
  readonly #contents: Contents;
  /** By version id. Versions are immutable, so entries are evicted only by age. */
  readonly #schemas = new Map<string, Readonly<Record<string, EntitySchema>>>();

  constructor(context: AppsContext, records: Records, files: NamedFiles) {
    this.#context = context;
    this.#records = records;
    this.#files = files;
    this.#contents = new Contents(context);
  }

  async version(appId: string, versionId: string): Promise<VersionDocument> {
    const version = await this.#context.collections.versions.findOne({ _id: versionId, appId });
    if (!version) throw new NotFound('The version');
    return version;
  }

  /** Newest first: the current version and its ancestors. Excludes versions that lost a race or that a crash left. */
  async list(appId: string, { before, limit = LISTED }: VersionPage = {}): Promise<Version[]> {
    const most = Math.min(Math.max(limit, 1), MAX_LISTED);
    const start = before === undefined ? null : await this.version(appId, before);
    const recent = await this.#context.collections.versions.find(
      start === null ? { appId } : { appId, createdAt: { $lte: start.createdAt } },
      { sort: { createdAt: -1, _id: -1 }, limit: most * 2, projection: { files: 0 } },
    );
    const byId = new Map(recent.map((version) => [version._id, version]));
    const listed: Version[] = [];
    let next = start === null ? ((await this.#records.find(appId))?.currentVersionId ?? null) : start.parentId;
    while (next !== null && listed.length < most) {
      const version = byId.get(next) ?? (await this.#context.collections.versions.findOne({ _id: next, appId }));
      if (!version) break;
      listed.push(toVersion(version));
      next = version.parentId;
    }
    return listed;
  }

  async starred(appId: string): Promise<Version[]> {
    const options = { sort: { createdAt: -1, _id: -1 }, limit: MAX_STARRED, projection: { files: 0 } } as const;
    return (await this.#context.collections.versions.find({ appId, isStarred: true }, options)).map(toVersion);
  }

  async label(appId: string, versionId: string, { name, isStarred }: VersionLabel): Promise<Version> {
    const set = {
      ...(name === undefined ? {} : { name: cut(name.trim(), MAX_NAME_LENGTH) || null }),
      ...(isStarred === undefined ? {} : { isStarred }),
    };
    await this.#context.collections.versions.updateOne({ _id: versionId, appId }, { $set: set });
    return toVersion(await this.version(appId, versionId));
  }

  async differences(appId: string, from: string | null, to: string): Promise<FileDifference[]> {
    const [before, after] = await Promise.all([this.#entries(appId, from), this.#entries(appId, to)]);
    return differencesOf(before, after, (entries) => this.#contents.texts(entries));
  }

  /** Default: all files of the current version; none yet: no files. Versions of earlier releases name uploaded files by addresses. */
  async files(appId: string, versionId?: string, paths?: readonly string[]): Promise<Files> {
    const entries = await this.#entries(appId, versionId ?? (await this.#records.find(appId))?.currentVersionId ?? null);
    const texts = await this.#contents.texts(paths === undefined ? entries : entries.filter(({ path }) => paths.includes(path)));
    return this.#files.sought(appId, texts);
  }

  /** The texts of all versions of an app, one version after the other. */
  async *texts(appId: string): AsyncGenerator<Files> {
    const seen = new Set<string>();
    for await (const { files } of this.#context.collections.versions.stream({ appId })) {
      const fresh = files.filter(({ hash }) => !seen.has(hash));
      for (const { hash } of fresh) seen.add(hash);
      if (fresh.length > 0) yield this.#contents.texts(fresh);
    }
  }

  async schemas(appId: string, versionId?: string): Promise<Readonly<Record<string, EntitySchema>>> {
    const id = versionId ?? (await this.#records.find(appId))?.currentVersionId ?? null;
    if (id === null) return {};
    const key = `${appId}/${id}`;
    const known = this.#schemas.get(key);
    if (known) return known;
    const entities = (await this.#entries(appId, id)).filter(({ path }) => fileKind(path) === 'entity');
    const texts = await this.#contents.texts(entities);
    const schemas = Object.fromEntries(Object.entries(texts).map(([path, text]) => [fileName(path), readEntity(path, text)]));
    const [oldest] = this.#schemas.keys();
    if (this.#schemas.size >= MAX_CACHED_SCHEMAS && oldest !== undefined) this.#schemas.delete(oldest);
    this.#schemas.set(key, schemas);
    return schemas;
  }

  /**
   * Makes one version or none: stores contents and version, then moves the pointer. A crash in between leaves the old state and
   * unreferenced documents. `set` is in the same write as the pointer.
   */
  async commit(input: CommitVersion, { set = {}, continues = false }: AppChanges = {}): Promise<Version> {
    const app = await this.#records.find(input.appId);
    if (!app) throw new NotFound('The app');
    if (app.currentVersionId !== input.baseVersionId) return this.#committedBefore(app, input);
    const given = await this.#files.stored(app._id, input.changes);
    const changesTables = given.some(({ path, content }) => content !== null && fileKind(filePath(path)) === 'entity');
    const changes = checkChanges(given, changesTables ? await this.schemas(app._id) : {});
    const base = await this.#entries(app._id, app.currentVersionId);
    const files = apply(base, changes);
    checkFiles(files, this.#context.config.MAX_TABLES_PER_APP, base);
    if (app.currentVersionId !== null && isSame(base, files) && !input.messageId) {
      if (input.appName !== undefined || Object.keys(set).length > 0) {
        const updatedAt = storeTime();
        const where = { currentVersionId: app.currentVersionId };
        if (!(await this.#records.change(app, { ...set, updatedAt }, { name: nameOf(app, input), where }))) throw new VersionConflict();
      }
      return toVersion(await this.version(app._id, app.currentVersionId));
    }
    const known = new Set(base.map(({ hash }) => hash));
    const texts = changes.flatMap(({ content }) => (content === null || known.has(hashOf(content)) ? [] : [content]));
    const parentId = continues ? await this.#continued(app, input) : app.currentVersionId;
    return this.#advance(app, { files, texts, set, parentId }, input);
  }

  async restore(appId: string, versionId: string | null, leavesBehind?: LeftBehind): Promise<Version> {
    const app = await this.#records.find(appId);
    if (!app) throw new NotFound('The app');
    const old = versionId === null ? null : await this.version(appId, versionId);
    const title = old === null ? 'Started again' : cut(`Restored: ${old.title}`, MAX_TITLE_LENGTH);
    const { name, ...set } = await this.#settingsAt(app, versionId);
    const about = { title, ...(name === null ? {} : { appName: name }), ...(leavesBehind ? { leavesBehind } : {}) };
    return this.#advance(app, { files: old?.files ?? [], set }, about);
  }

  /** The name, the description and the main page without what later versions made of them. What was chosen by hand since stays. */
  async #settingsAt(app: AppDocument, versionId: string | null): Promise<VersionedSettings> {
    const later = { appId: app._id, settings: { $ne: null }, ...(versionId === null ? {} : { _id: { $gt: versionId } }) };
    const versions = await this.#context.collections.versions.find(later, { sort: { _id: -1 }, projection: { settings: 1 } });
    const settings = settingsOf(app);
    for (const { path, from, to } of versions.flatMap((version) => version.settings ?? []))
      if (settings[path] === to) settings[path] = from;
    return settings;
  }

  /** The first version of an app about to be inserted, which then points to it. Null without files. */
  async begin(appId: string, changes: readonly FileChange[]): Promise<string | null> {
    const { checked, files } = this.#first(changes);
    if (files.length === 0) return null;
    await this.#contents.keep(checked.flatMap(({ content }) => content ?? []));
    return (await this.#insert({ _id: appId, currentVersionId: null }, files, { title: 'First version' }))._id;
  }

  /** Throws as `begin` does, and stores nothing. */
  checkFirst(changes: readonly FileChange[]): void {
    this.#first(changes);
  }

  #first(changes: readonly FileChange[]): { readonly checked: FileChange[]; readonly files: FileEntry[] } {
    const checked = checkChanges(changes);
    const files = apply([], checked);
    checkFiles(files, this.#context.config.MAX_TABLES_PER_APP);
    return { checked, files };
  }

  /** As `begin`, with the files of another app. */
  async beginCopy(appId: string, source: AppDocument): Promise<string | null> {
    if (source.currentVersionId === null) return null;
    const { files } = await this.version(source._id, source.currentVersionId);
    return (await this.#insert({ _id: appId, currentVersionId: null }, files, { title: `Copied from ${source.name}` }))._id;
  }

  async #advance(
    app: AppDocument,
    { files, texts = [], set = {}, parentId = app.currentVersionId }: Advance,
    about: About,
  ): Promise<Version> {
    const before = settingsOf(app);
    const after: VersionedSettings = { ...before, ...set, name: nameOf(app, about) };
    const changed = SETTINGS.filter((path) => after[path] !== before[path]).map((path) => ({ path, from: before[path], to: after[path] }));
    const settings = changed.length === 0 ? {} : { settings: changed };
    const [version] = await Promise.all([
      this.#insert({ _id: app._id, currentVersionId: parentId }, files, { ...about, ...settings }),
      this.#contents.keep(texts),
    ]);
    const changes = { ...set, currentVersionId: version._id, updatedAt: version.createdAt };
    const current = { name: nameOf(app, about), where: { currentVersionId: app.currentVersionId } };
    const next = await this.#records.change(app, changes, current).catch(async (error: unknown) => {
      // The write may have succeeded, and its response been lost.
      const now = await this.#records.find(app._id);
      if (now?.currentVersionId !== version._id) throw error;
      return now;
    });
    if (!next) {
      await this.#context.collections.versions.deleteOne({ _id: version._id });
      throw new VersionConflict();
    }
    return toVersion(version);
  }

  async #insert(app: Pick<AppDocument, '_id' | 'currentVersionId'>, files: FileEntry[], about: About): Promise<VersionDocument> {
    const version: VersionDocument = {
      _id: newId(),
      appId: app._id,
      parentId: app.currentVersionId,
      createdAt: storeTime(),
      title: cut(about.title, MAX_TITLE_LENGTH) || 'New version',
      messageId: about.messageId ?? null,
      userRequest: about.userRequest ?? null,
      leavesBehind: about.leavesBehind ?? null,
      ...(about.settings ? { settings: about.settings } : {}),
      files,
    };
    await this.#context.collections.versions.insertOne(version);
    return version;
  }

  /** Idempotency of turns: one that runs again after a crash finds the version that it made before. */
  async #committedBefore(app: AppDocument, input: CommitVersion): Promise<Version> {
    if (input.messageId && app.currentVersionId !== null) {
      const current = await this.version(app._id, app.currentVersionId);
      if (current.messageId === input.messageId && current.parentId === input.baseVersionId) return toVersion(current);
    }
    throw new VersionConflict();
  }

  /** The parent of a version that takes the place of the current one in the list; the current version where it keeps its place. */
  async #continued(app: AppDocument, { title }: Pick<CommitVersion, 'title'>): Promise<string | null> {
    if (app.currentVersionId === null || app.published?.versionId === app.currentVersionId) return app.currentVersionId;
    const current = await this.version(app._id, app.currentVersionId);
    const isLabelled = current.isStarred === true || (current.name ?? null) !== null;
    const isEdit = current.messageId === null && current.leavesBehind === null && current.parentId !== null;
    const isRecent = storeNow() - Date.parse(current.createdAt) < CONTINUES_WITHIN;
    return isEdit && isRecent && !isLabelled && current.title === title ? current.parentId : app.currentVersionId;
  }

  async #entries(appId: string, versionId: string | null): Promise<FileEntry[]> {
    return versionId === null ? [] : (await this.version(appId, versionId)).files;
  }
}

interface Advance extends AppChanges {
  readonly files: FileEntry[];
  /** Texts of the files that may not be stored yet. */
  readonly texts?: readonly string[];
  /** Default: the current version. */
  readonly parentId?: string | null;
}

/** What versions may change of the app itself. */
const SETTINGS = ['name', 'description', 'settings.mainPage'] as const;
type VersionedSettings = Record<(typeof SETTINGS)[number], string | null>;

function settingsOf({ name, description, settings }: AppDocument): VersionedSettings {
  return { name, description, 'settings.mainPage': settings.mainPage };
}

/** The name that comes with a version; an empty one keeps the app's. */
function nameOf(app: AppDocument, { appName }: Pick<About, 'appName'>): string {
  return cut(appName?.trim() ?? '', 100) || app.name;
}

export function toVersion(document: VersionDocument): Version {
  const { _id: id, files: _files, leavesBehind: _leavesBehind, settings: _settings, name = null, isStarred = false, ...version } = document;
  return { id, ...version, name, isStarred };
}

/** Canonical paths, the last change of each, with every table's schema parsed. `schemas`: those of the base version. */
export function checkChanges(changes: readonly FileChange[], schemas: Readonly<Record<string, EntitySchema>> = {}): FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const change of changes) {
    const path = filePath(change.path);
    if (change.content !== null && change.content.length > MAX_FILE_LENGTH) {
      const message = `The file has more than ${MAX_FILE_LENGTH} characters.`;
      throw new InvalidInput(`${path}: ${message}`, [{ path, message }]);
    }
    if (change.content !== null && fileKind(path) === 'entity') parseEntity(path, change.content, ownSchema(schemas, fileName(path)));
    byPath.set(path, { path, content: change.content });
  }
  return [...byPath.values()];
}

function ownSchema(schemas: Readonly<Record<string, EntitySchema>>, name: string): EntitySchema | null {
  return Object.hasOwn(schemas, name) ? (schemas[name] ?? null) : null;
}

/** The files with the changes applied. */
export function changed(files: Files, changes: readonly FileChange[]): Files {
  const after = new Map(Object.entries(files));
  for (const { path, content } of changes) {
    if (content === null) after.delete(path);
    else after.set(path, content);
  }
  return Object.fromEntries(after);
}

function apply(base: readonly FileEntry[], changes: readonly FileChange[]): FileEntry[] {
  const entries = new Map(base.map((entry) => [entry.path, entry]));
  for (const { path, content } of changes) {
    if (content === null) entries.delete(path);
    else entries.set(path, { path, hash: hashOf(content), length: content.length });
  }
  return [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `before`: the files that change. They may exceed a newer or lowered limit: changes that reduce them are allowed. */
function checkFiles(files: readonly FileEntry[], mostTables: number, before: readonly FileEntry[] = []): void {
  const isTooMuch = (measure: (entries: readonly FileEntry[]) => number, most: number): boolean =>
    measure(files) > Math.max(most, measure(before));
  if (isTooMuch((entries) => entries.length, MAX_FILES))
    throw new InvalidInput(`An app has at most ${MAX_FILES} files, and these would be ${files.length}. Leave out what it does not need.`);
  if (isTooMuch((entries) => entries.filter(({ path }) => fileKind(path) === 'entity').length, mostTables))
    throw new InvalidInput(`An app has at most ${mostTables} tables.`);
  if (isTooMuch((entries) => entries.reduce((sum, { length }) => sum + length, 0), MAX_VERSION_LENGTH))
    throw new InvalidInput(`The files of an app have at most ${MAX_VERSION_LENGTH} characters together.`);
  const seen = new Map<string, string>();
  for (const { path } of files) {
    // File systems and addresses may ignore case.
    const key = fileKind(path) === 'page' ? pagePath(path) : path.toLowerCase();
    const other = seen.get(key);
    if (other !== undefined) {
      const message = `is too close to ${other}: their addresses would be the same.`;
      throw new InvalidInput(`${path} ${message}`, [{ path, message }]);
    }
    seen.set(key, path);
  }
}

function isSame(before: readonly FileEntry[], after: readonly FileEntry[]): boolean {
  return (
    before.length === after.length && after.every(({ path, hash }, index) => before[index]?.path === path && before[index]?.hash === hash)
  );
}
