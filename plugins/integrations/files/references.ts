import { DuplicateKey, NotFound, type Query } from '@sayso/core';
import type { FileDocument } from '../collections.ts';
import type { IntegrationsContext } from '../config.ts';
import { bytesKey, type FileBytes } from './bytes.ts';

/** Ids of one look-up. */
const MAX_IDS = 500;
/** Apps that are asked for one file. */
const MAX_HOLDERS = 5;

/** The id of a file in all apps that have it. */
export function fileIdOf({ _id, fileId = _id }: Pick<FileDocument, '_id' | 'fileId'>): string {
  return fileId;
}

export interface TakenFiles {
  /** The app that gets them. */
  readonly appId: string;
  readonly ids: readonly string[];
  /** The app whose private files are among them: it gives them away. Default: public files only, which everyone may read who knows their address. */
  readonly from?: string | undefined;
}

/** Which apps have which files. */
export class FileReferences {
  readonly #context: Pick<IntegrationsContext, 'collections' | 'needs'>;
  readonly #bytes: FileBytes;

  constructor(context: Pick<IntegrationsContext, 'collections' | 'needs'>, bytes: FileBytes) {
    this.#context = context;
    this.#bytes = bytes;
  }

  /** The file of an app; null when it does not have it. */
  find(appId: string, id: string): Promise<FileDocument | null> {
    return this.#files.findOne({ _id: { $in: namesOf(appId, [id]) }, appId });
  }

  /** Those of the ids that are files of an app. */
  async among(appId: string, ids: readonly string[]): Promise<Set<string>> {
    return new Set((await this.#files.find({ _id: { $in: namesOf(appId, ids) }, appId })).map(fileIdOf));
  }

  /** Those of the ids that are public files of any app. */
  async known(ids: readonly string[]): Promise<Set<string>> {
    const known = new Set<string>();
    for (const id of new Set(ids)) if ((await this.#files.findOne({ ...withId(id), isPrivate: false })) !== null) known.add(id);
    return known;
  }

  /** A public file of any app that is not deleted; `NotFound` without one. */
  async anywhere(id: string): Promise<FileDocument> {
    for await (const file of this.#files.stream({ ...withId(id), isPrivate: false }))
      if ((await this.#context.needs.apps.find(file.appId)) !== null) return file;
    throw new NotFound('The file');
  }

  /** Gives an app the files that it may take of these ids. The ids of those that it has then. Idempotent. */
  async take({ appId, ids, from }: TakenFiles): Promise<Set<string>> {
    const wanted = [...new Set(ids)];
    const has = new Set<string>();
    for (let start = 0; start < wanted.length; start += MAX_IDS) {
      const some = wanted.slice(start, start + MAX_IDS);
      for (const id of await this.among(appId, some)) has.add(id);
      const missing = some.filter((id) => !has.has(id));
      const given = missing.length === 0 ? [] : await this.#given(missing, from);
      for (const file of given) if (!has.has(fileIdOf(file)) && (await this.#takeOne(appId, file))) has.add(fileIdOf(file));
    }
    return has;
  }

  /** The files that an app may take, of the apps that have them; some are given more than once. */
  async #given(ids: readonly string[], from: string | undefined): Promise<FileDocument[]> {
    const first = await this.#files.find({ _id: { $in: from === undefined ? [...ids] : namesOf(from, ids) } });
    const found = first.filter(({ isPrivate, appId }) => !isPrivate || appId === from);
    const known = new Set(found.map(fileIdOf));
    for (const id of ids)
      if (!known.has(id)) found.push(...(await this.#files.find({ fileId: id, isPrivate: false }, { limit: MAX_HOLDERS })));
    return found;
  }

  /** False when its bytes were purged meanwhile. */
  async #takeOne(appId: string, file: FileDocument): Promise<boolean> {
    const id = fileIdOf(file);
    const taken: FileDocument = { ...file, _id: referenceId(appId, id), appId, fileId: id, bytes: bytesKey(file) };
    try {
      await this.#files.insertOne(taken);
    } catch (error) {
      // Another call took it at the same moment.
      if (!(error instanceof DuplicateKey)) throw error;
    }
    return this.#bytes.hold(taken);
  }

  get #files() {
    return this.#context.collections.files;
  }
}

function withId(id: string): Query {
  return { $or: [{ _id: id }, { fileId: id }] };
}

/** The ids of the documents that an app may have of files. */
function namesOf(appId: string, ids: readonly string[]): string[] {
  return ids.flatMap((id) => [id, referenceId(appId, id)]);
}

function referenceId(appId: string, id: string): string {
  return `${appId}.${id}`;
}
