import type { AppSources } from '../ref.ts';
import { Lru } from './lru.ts';
import { type Files, withTodaysColours } from './sources.ts';
import type { SourcesChange } from './wire.ts';

const MAX_CHARACTERS = 30_000_000;
const weigh = ({ files }: { readonly files: Files }): number => Object.values(files).reduce((sum, text) => sum + text.length, 1000);

interface State {
  readonly state: number;
  readonly files: Files;
}

/** What one process has been told of apps, so that an edit costs one file and not the app. */
export class Told {
  readonly #apps = new Lru<State>(MAX_CHARACTERS, weigh);
  #next = 1;

  /** The difference to what was told last of the app. */
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

/** The other side of `Told`. */
export class Heard {
  readonly #apps = new Lru<State>(MAX_CHARACTERS, weigh);

  /** The sources after a change; null when what it builds upon is no longer known. */
  sources({ base, state, files, removed, ...about }: SourcesChange): AppSources | null {
    const known = base === null ? { state: null, files: {} } : this.#apps.get(about.appId);
    if (known?.state !== base) return null;
    const merged: Record<string, string> = { ...known.files, ...withTodaysColours(files) };
    for (const path of removed) delete merged[path];
    this.#apps.set(about.appId, { state, files: merged });
    return { ...about, files: merged };
  }
}
