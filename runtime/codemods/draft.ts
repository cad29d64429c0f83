import { isCode } from '../compile/sources.ts';
import type { Effect, Files, Left } from './changes.ts';
import { Refused } from './changes.ts';
import { isReadable, lineOf, type Node, openSource, type Source } from './source.ts';

/** The working copy of an app's files during one change: all its edits are kept, or none. */
export class Draft {
  readonly #files: Map<string, string>;
  readonly #sources = new Map<string, Source>();
  readonly effects: Effect[] = [];
  readonly left: Left[] = [];

  constructor(files: Files) {
    this.#files = new Map(Object.entries(files));
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  read(path: string): string | null {
    return this.#files.get(path) ?? null;
  }

  write(path: string, text: string): void {
    this.#files.set(path, text);
    this.effects.push({ path, line: null });
  }

  /** Pages first, then the layout, components and services. */
  codePaths(): string[] {
    const rank = (path: string) => ['pages/', 'layout', 'components/', 'services/'].findIndex((start) => path.startsWith(start));
    return [...this.#files.keys()].filter(isCode).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  }

  /** A parsed file to read or edit; refuses one that is no code. */
  source(path: string): Source {
    const text = this.#files.get(path);
    if (text === undefined) throw new Refused('no-page', path);
    const source = this.#sources.get(path) ?? openSource(path, text);
    this.#sources.set(path, source);
    return source;
  }

  /** All code files that parse; the others do not prevent a change. */
  sources(): Source[] {
    return this.codePaths().flatMap((path) =>
      this.#sources.has(path) || isReadable(path, this.read(path) ?? '') ? [this.source(path)] : [],
    );
  }

  changed(source: Source, node: Node): void {
    const effect = { path: source.path, line: lineOf(source, node) };
    const isKnown = this.effects.some(({ path, line }) => path === effect.path && line === effect.line);
    if (!isKnown) this.effects.push(effect);
  }

  leave(left: Left): void {
    this.left.push(left);
  }

  tables(): string[] {
    return [...this.#files.keys()]
      .filter((path) => path.startsWith('entities/'))
      .map((path) => path.slice('entities/'.length, -'.json'.length));
  }

  /** The files with all edits. Refuses edits after which a file no longer parses. */
  finish(): Files {
    for (const { path, edits } of this.#sources.values()) {
      if (!edits.hasChanged()) continue;
      const text = edits.toString();
      if (!isReadable(path, text)) throw new Refused('used-in-code', path);
      this.#files.set(path, text);
    }
    return Object.fromEntries(this.#files);
  }
}
