import { type Actor, DomainError } from '@sayso/core';
import type { AppsContext } from '../config.ts';
import { ProjectUnreadable } from '../errors.ts';
import type { App, FileChange, Files } from '../ref.ts';
import type { SaveApp } from '../versions/saving.ts';
import { checkChanges } from '../versions/versions.ts';
import type { LeftReason } from './project.ts';

/** What became of a file of an imported project: part of the app, part of every project, or not taken for a reason. */
export interface LeftFile {
  readonly path: string;
  readonly reason: LeftReason | 'refused';
  /** Why it was refused. */
  readonly message: string | null;
}

export interface ImportedProject {
  readonly app: App;
  /** Number of files. */
  readonly taken: number;
  /** At most 200. */
  readonly left: readonly LeftFile[];
}

const MAX_LEFT = 200;

/** Makes an app of a project in a zip or a git bundle, in one write: a project without usable pages makes none. */
export class Importing {
  readonly #context: AppsContext;
  readonly #save: (actor: Actor, input: SaveApp) => Promise<App>;

  constructor(context: AppsContext, save: (actor: Actor, input: SaveApp) => Promise<App>) {
    this.#context = context;
    this.#save = save;
  }

  /** Throws `ProjectUnreadable`, and what making an app throws. */
  async run(actor: Actor, archive: Uint8Array, fileName: string): Promise<ImportedProject> {
    const { name, mainPage, files: given, origins, left } = await this.#context.workers.readArchive(archive);
    const { files, refused } = usable(given, origins);
    const isPage = (path: string) => path.startsWith('pages/');
    if (!Object.keys(files).some(isPage)) throw new ProjectUnreadable('it has no pages in "pages" or "src/pages"');
    const app = await this.#save(actor, {
      appType: 'generated',
      name: name ?? fileName.replace(/\.(?:zip|bundle)$/i, ''),
      files,
      ...(mainPage !== null && files[`pages/${mainPage}`] !== undefined ? { mainPage } : {}),
    });
    const listed = left.filter(({ reason }) => reason === 'unknown').map((file) => ({ ...file, message: null }));
    return { app, taken: Object.keys(files).length, left: [...refused, ...listed].slice(0, MAX_LEFT) };
  }
}

/** The files that an app may have, and why it may not have the others. */
function usable(given: Files, origins: Files): { readonly files: Files; readonly refused: LeftFile[] } {
  const files: Record<string, string> = {};
  const refused: LeftFile[] = [];
  for (const [path, content] of Object.entries(given)) {
    try {
      for (const change of checkChanges([{ path, content }]) as (FileChange & { content: string })[]) files[change.path] = change.content;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push({ path: origins[path] ?? path, reason: 'refused', message: error.message });
    }
  }
  return { files, refused };
}
