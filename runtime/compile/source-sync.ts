import { LRUCache } from 'lru-cache';
import type { AppSources } from '../ref.ts';
import { type Files, withTodaysColours } from './sources.ts';
import type { SourcesChange } from './wire.ts';

const MAX_CHARACTERS = 8_000_000;

interface State {
  readonly state: number;
  readonly files: Files;
}

const latestStates = () =>
  new LRUCache<string, State>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ files }) => Object.values(files).reduce((sum, text) => sum + text.length, 1000),
  });

/** The sender's side: the state of each app that one compiler process has received, so that an edit transfers one file and not the app. */
export class SourceDiffs {
  readonly #apps = latestStates();
  #next = 1;

  /** The difference from the state sent last of the app. */
  change({ files, ...about }: AppSources): SourcesChange {
    const known = this.#apps.get(about.appId);
    const state = this.#next++;
    this.#apps.set(about.appId, { state, files });
    if (known === undefined) return { ...about, base: null, state, files, removed: [] };
    const changed = Object.entries(files).filter(([path, text]) => known.files[path] !== text);
    const removed = Object.keys(known.files).filter((path) => !Object.hasOwn(files, path));
    return { ...about, base: known.state, state, files: Object.fromEntries(changed), removed };
  }

  forget(appId?: string): void {
    if (appId === undefined) this.#apps.clear();
    else this.#apps.delete(appId);
  }
}

/** The receiver's side of `SourceDiffs`. */
export class SourceMirror {
  readonly #apps = latestStates();

  /** The sources after a change; null when the state that it is based on has been evicted. */
  apply({ base, state, files, removed, ...about }: SourcesChange): AppSources | null {
    const known = base === null ? { state: null, files: {} } : this.#apps.get(about.appId);
    if (known?.state !== base) return null;
    const merged: Record<string, string> = { ...known.files, ...withTodaysColours(files) };
    for (const path of removed) delete merged[path];
    this.#apps.set(about.appId, { state, files: merged });
    return { ...about, files: merged };
  }
}
