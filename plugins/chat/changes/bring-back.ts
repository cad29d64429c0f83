import type { App, Files, Version } from '@sayso/apps/ref';
import { Conflict, cut } from '@sayso/core';
import type { BringBack as Ways } from '@sayso/runtime/ref';
import type { MessageDocument, Review } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import { AppMovedOn } from '../errors.ts';

/** How a thing came back: alone in its place, with its whole file, or it stands already. `ask`: only the assistant can bring it back. */
export type BackWay = 'place' | 'file' | 'stands' | 'ask';

export interface BackRequest {
  readonly app: App;
  readonly message: MessageDocument;
  readonly thing: Review['vanished'][number];
  /** The version that the builder looks at. */
  readonly versionId: string;
}

const MAX_NAME = 60;

/** Makes vanished things of a turn's version stand again, each in a version of its own. */
export class BringBack {
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
  }

  /** Idempotent. Throws a `Conflict` when the thing is still gone and the app has another version than `versionId`. */
  async run(request: BackRequest): Promise<BackWay> {
    const { message, thing } = request;
    const known = message.broughtBack?.find(({ id }) => id === thing.id);
    if (known !== undefined) return known.way;
    const way = await this.#make(request);
    if (way === 'ask') return way;
    const { messages } = this.#context.collections;
    await messages.updateOne({ _id: message._id }, { $addToSet: { broughtBack: { id: thing.id, way } } });
    return way;
  }

  async #make(request: BackRequest): Promise<BackWay> {
    const { apps } = this.#context.needs;
    const { app, thing, versionId } = request;
    const { stands, ways } = await this.#ways(request);
    if (stands) return 'stands';
    if (versionId !== app.currentVersionId) throw new AppMovedOn();
    for (const { way, path, content } of ways) {
      if (!(await this.#compiles(app, path, content))) continue;
      const title = `Brought back: ${cut(thing.name, MAX_NAME)}`;
      try {
        await apps.commit({ appId: app.id, baseVersionId: versionId, changes: [{ path, content }], title });
        return way;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        // Another tab may have brought it back.
        const latest = await apps.find(app.id);
        if (latest !== null && (await this.#ways({ ...request, app: latest })).stands) return 'stands';
        throw error;
      }
    }
    return 'ask';
  }

  async #ways({ app, message, thing }: BackRequest): Promise<Ways> {
    const { apps, runtime } = this.#context.needs;
    const made = await apps.version(app.id, message.versionId ?? '');
    const [before, after, current] = await Promise.all([
      this.#files(app.id, made.parentId),
      this.#files(app.id, made.id),
      this.#files(app.id, app.currentVersionId),
    ]);
    return runtime.bringBack(app.id, { before, after, current }, thing.id);
  }

  async #files(appId: string, versionId: Version['parentId']): Promise<Files> {
    return versionId === null ? {} : this.#context.needs.apps.files(appId, versionId);
  }

  /** Whether the app compiles as well with the file as without. */
  async #compiles(app: App, path: string, content: string): Promise<boolean> {
    const files = await this.#files(app.id, app.currentVersionId);
    const [before, after] = [await this.#errors(app, files), await this.#errors(app, { ...files, [path]: content })];
    return after.every((error) => before.includes(error));
  }

  async #errors({ id: appId, name, currentVersionId, settings: { mainPage } }: App, files: Files): Promise<string[]> {
    const sources = { appId, versionId: currentVersionId ?? 'new', name, mainPage, files };
    const problems = await this.#context.needs.runtime.check(sources);
    return problems.filter(({ severity }) => severity === 'error').map((problem) => `${problem.path}: ${problem.message}`);
  }
}
