import { type Actor, DomainError } from '@sayso/core';
import type { NamedHost } from '@sayso/runtime/ref';
import type { AppsContext } from '../config.ts';
import { ProjectUnreadable } from '../errors.ts';
import type { App, FileChange, Files } from '../ref.ts';
import { fileKind, pagePath } from '../versions/paths.ts';
import type { SaveApp } from '../versions/saving.ts';
import { checkChanges } from '../versions/versions.ts';
import { type BackEnd, firstTask } from './back-ends.ts';
import type { ClosedRead } from './closed-reads.ts';
import { exportsOf } from './exports-of.ts';
import { withLocalFonts } from './local-fonts.ts';
import { pictureHostsOf } from './picture-hosts.ts';
import type { ChangedFile, LeftReason } from './project.ts';

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
  /** Files that came along with a change; at most 200. */
  readonly changed: readonly ChangedFile[];
  readonly backEnds: readonly BackEnd[];
  /** Hosts that the code names and that the app may not reach before its builder allows them. */
  readonly hosts: readonly NamedHost[];
  /** Tables that pages read which need no log-in, while visitors may not read their rows. */
  readonly closed: readonly ClosedRead[];
  /** What the assistant can be asked first; null when the project calls no other server. */
  readonly task: string | null;
}

const MAX_LISTED = 200;

const isListed = (hosts: readonly string[], host: string): boolean =>
  hosts.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));

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
    const {
      name,
      mainPage,
      files: given,
      origins,
      left,
      changed,
      backEnds,
      fonts,
      closed,
    } = await this.#context.workers.readArchive(archive);
    const { files: own, refused } = this.#usable(given, origins);
    const isPage = (path: string) => fileKind(path) === 'page';
    if (!Object.keys(own).some(isPage))
      throw new ProjectUnreadable(
        whyWithoutPages(
          Object.keys(own),
          left.map(({ path }) => path),
        ),
      );
    const { config, additions } = this.#context;
    const [fetch = null] = additions.fetch();
    const { files, changed: ofFonts } = await withLocalFonts(own, fonts, { server: config.FONTS_URL, fetch });
    const pictures = pictureHostsOf(files);
    const app = await this.#save(actor, {
      appType: 'generated',
      name: name ?? fileName.replace(/\.(?:zip|bundle)$/i, ''),
      files,
      pictures,
      ...(mainPage !== null && files[`pages/${mainPage}`] !== undefined ? { mainPage } : {}),
    });
    const shown = left.filter(({ reason }) => reason !== 'about').map((file) => ({ message: null, ...file }));
    return {
      app,
      taken: Object.keys(own).length,
      left: [...refused, ...shown].slice(0, MAX_LISTED),
      changed: [...changed, ...ofFonts].slice(0, MAX_LISTED),
      backEnds,
      hosts: this.#context.needs.runtime.namedHosts(files).filter(({ kind, host }) => kind !== 'pictures' || !isListed(pictures, host)),
      closed: closed.filter(({ table }) => files[`entities/${table}.json`] !== undefined),
      task: firstTask(backEnds),
    };
  }

  /** The files that an app may have, and why it may not have the others. */
  #usable(given: Files, origins: Files): { readonly files: Files; readonly refused: LeftFile[] } {
    const files: Record<string, string> = {};
    const refused: LeftFile[] = [];
    const seen = new Map<string, string>();
    const refuse = (path: string, message: string) => refused.push({ path, reason: 'refused', message });
    for (const [path, content] of Object.entries(given)) {
      const origin = origins[path] ?? path;
      // Without it, its imports would lead to the folder of the same name.
      const hasFolder = Object.hasOwn(given, `${path}/index`);
      if (!hasFolder && this.#isOfKit(path, content)) {
        refused.push({ path: origin, reason: 'library', message: null });
        continue;
      }
      const checked = checkedFile({ path, content });
      if (typeof checked === 'string') {
        refuse(origin, checked);
        continue;
      }
      const key = keyOf(checked.path);
      const other = seen.get(key);
      seen.set(key, other ?? origin);
      if (other === undefined) files[checked.path] = checked.content;
      else refuse(origin, `${other} has the same name.`);
    }
    return { files, refused };
  }

  /** Whether the kit has a file by this name with all of its exports. */
  #isOfKit(path: string, text: string): boolean {
    if (!/^(?:components\/ui\/|hooks\/|lib\/utils$)/.test(path)) return false;
    const known = this.#context.needs.runtime.libraryExports(`@/${path}`);
    if (known === null) return false;
    const own = exportsOf(text);
    return own.length > 0 && own.every((name) => known.includes(name));
  }
}

/** Frameworks whose projects have no pages of React, by a file that each of their projects has. */
const OTHER_FRAMEWORKS: readonly (readonly [string, RegExp])[] = [
  ['Nuxt', /^nuxt\.config\./],
  ['Vue', /\.vue$/],
  ['Svelte', /\.svelte$/],
  ['Angular', /^angular\.json$|\.component\.(?:ts|html)$/],
  ['Astro', /\.astro$/],
  ['Ember', /^ember-cli-build\.js$/],
  ['Flutter', /^pubspec\.yaml$|\.dart$/],
  ['React Native', /^metro\.config\.\w+$|^app\.json$/],
];

function whyWithoutPages(paths: readonly string[], left: readonly string[]): string {
  if (paths.some((path) => /^app\/(?:.+\/)?page$/.test(path)))
    return 'it is made with Next.js, whose pages run on a server of their own. Projects of Vite with React come along';
  const [other] = OTHER_FRAMEWORKS.find(([, pattern]) => left.some((path) => pattern.test(path))) ?? [];
  if (other !== undefined) return `it is made with ${other}. Projects of Vite with React come along`;
  return 'it has no pages in "pages" or "src/pages", and no "src/App"';
}

/** Two files of one key cannot be told apart: file systems and addresses may ignore case. */
const keyOf = (path: string): string => (fileKind(path) === 'page' ? pagePath(path) : path.toLowerCase());

const UNFIT = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[. ]$/i;

interface CheckedFile {
  readonly path: string;
  readonly content: string;
}

/** The file at its canonical path, or why an app may not have it. */
function checkedFile(file: CheckedFile): CheckedFile | string {
  // Its bundle could not be unpacked there.
  if (file.path.split('/').some((name) => UNFIT.test(name))) return 'Windows has no files of this name.';
  try {
    const [change] = checkChanges([file]) as readonly (FileChange & CheckedFile)[];
    return change ?? file;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.message;
  }
}
