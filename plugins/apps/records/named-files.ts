import type { AppDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import type { AppFiles, Files } from '../ref.ts';

/** What names a file, at least. */
const NAMES = /\/api\/files\/|private\//;

/** Whether a value may name files. */
export function mayNameFiles(value: unknown): boolean {
  return NAMES.test(JSON.stringify(value) ?? '');
}

/** The code of apps: the texts of all versions of one. */
interface Code {
  texts(appId: string): AsyncIterable<Files>;
}

/** The parts of an app that name files, besides its code and its rows. */
type Named = Pick<AppDocument, 'style' | 'settings' | 'props'>;

/** The files that apps name. Without a plugin that stores files, texts are kept as they are. */
export class NamedFiles implements AppFiles {
  readonly #context: AppsContext;

  constructor(context: AppsContext) {
    this.#context = context;
  }

  async stored<T>(appId: string, value: T, from?: string): Promise<T> {
    return this.#files?.stored(appId, value, from) ?? value;
  }

  async sought<T>(appId: string, value: T): Promise<T> {
    return this.#files?.sought(appId, value) ?? value;
  }

  served<T>(appId: string, value: T): T {
    return this.#files?.served(appId, value) ?? value;
  }

  async current<T>(appId: string, value: T): Promise<T> {
    return this.#files?.current(appId, value) ?? value;
  }

  /** The job: stores the paths of files in apps of earlier releases, and gives each app the files that its code names. */
  async settle(versions: Code, signal: AbortSignal): Promise<void> {
    const { unsettled, apps } = this.#context.collections;
    for await (const { _id } of unsettled.stream({})) {
      signal.throwIfAborted();
      const app = await apps.findOne({ _id });
      if (app !== null) await this.#settleOne(app, versions);
      await unsettled.deleteOne({ _id });
    }
  }

  async #settleOne(app: AppDocument, versions: Code): Promise<void> {
    const { _id, style, settings, props } = app;
    const parts: Named = { style, settings, props };
    // Branches and copies of earlier releases name files of the apps that they come from.
    for await (const texts of versions.texts(_id)) await this.stored(_id, texts, app.branch?.appId);
    for (const [part, value] of Object.entries(parts)) {
      const next = await this.stored(_id, value);
      if (next === value) continue;
      for (const [name, text] of Object.entries(next))
        if (text !== value[name as never])
          await this.#context.collections.apps.updateOne(
            { _id, [`${part}.${name}`]: value[name as never] },
            { $set: { [`${part}.${name}`]: text } },
          );
    }
  }

  get #files(): AppFiles | undefined {
    return this.#context.additions.files()[0];
  }
}
