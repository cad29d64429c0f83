import type { AppFiles } from '@sayso/apps/ref';
import type { FilePaths } from '@sayso/runtime/ref';
import { addressesIn, mapTexts, textsOf, toAddresses, toCurrent, toPaths, urisIn } from './addresses.ts';
import type { FileReferences } from './references.ts';

/** Texts of apps that name files: rows, code, settings. Only files that the installation has are recognized, by their ids. */
export class FileTexts implements AppFiles, FilePaths {
  readonly #references: FileReferences;
  readonly #runtimeUrl: string;

  constructor(references: FileReferences, runtimeUrl: string) {
    this.#references = references;
    this.#runtimeUrl = runtimeUrl;
  }

  stored<T>(appId: string, value: T, from?: string): Promise<T> {
    const uris = from === undefined ? [] : [...textsOf(value)].flatMap(urisIn);
    return this.#withPaths(value, uris, (ids) => this.#references.take({ appId, ids, from }));
  }

  sought<T>(appId: string, value: T): Promise<T> {
    return this.#withPaths(value, [], (ids) => this.#references.among(appId, ids));
  }

  served<T>(appId: string, value: T): T {
    return mapTexts(value, (text) => toAddresses(text, { runtimeUrl: this.#runtimeUrl, appId }));
  }

  async current<T>(appId: string, value: T): Promise<T> {
    const ids = [...textsOf(value)].flatMap(addressesIn);
    if (ids.length === 0) return value;
    const known = await this.#references.known(ids);
    const at = { runtimeUrl: this.#runtimeUrl, appId };
    return mapTexts(value, (text) => toCurrent(text, (id) => known.has(id), at));
  }

  inText(text: string): Promise<string> {
    return this.#withPaths(text, [], (ids) => this.#references.known(ids));
  }

  async #withPaths<T>(value: T, uris: readonly string[], known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<T> {
    const ids = [...textsOf(value)].flatMap(addressesIn).concat(uris);
    if (ids.length === 0) return value;
    const found = await known(ids);
    return mapTexts(value, (text) => toPaths(text, (id) => found.has(id)));
  }
}
