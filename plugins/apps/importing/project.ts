import type { Files } from '../ref.ts';

/** Why a file of a project is not part of the app. `about`: it belongs to every project, or can be made again. */
export type LeftReason = 'about' | 'library' | 'unknown';

/** A file of a project, its path without the folder that all share. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

export interface ReadProject {
  readonly name: string | null;
  readonly mainPage: string | null;
  /** Path in the app → text. */
  readonly files: Files;
  /** Path in the app → path in the project. */
  readonly origins: Files;
  readonly left: readonly { readonly path: string; readonly reason: LeftReason }[];
}

const CODE = /\.(?:tsx|jsx|ts|js)$/;
/** What an exported project has for what every app imports. */
const LIBRARY =
  /^(?:sayso\/|components\/(?:ui|blocks)\/|hooks\/|lib\/utils\.|utils\.|auth\.|integrations[./]|api\/|entities\/\w+\.js$|main\.|app\.js$)/;
const ABOUT =
  /(?:^|\/)(?:package(?:-lock)?\.json|(?:js|ts)config[\w.]*\.json|[\w.-]+\.config\.\w+|README\.md|LICENSE|index\.html|\.[\w.-]+|[\w-]+lock\.\w+)$/;
/** Sheets that every app has; an exported project names them as packages and files. */
const BASE_IMPORT = /^@import\s+["'](?:tailwindcss|tw-animate-css|@fontsource-variable\/inter|\.\/sayso\/kit\/theme\.css)["'];?\s*$/gm;

/** Finds the parts of an app among the files of a project that Vite builds. */
export function readProject(given: readonly ProjectFile[]): ReadProject {
  const files: Record<string, string> = {};
  const origins: Record<string, string> = {};
  const left: ReadProject['left'][number][] = [];
  for (const { path, text } of given) {
    const target = targetOf(path);
    if ('reason' in target) left.push({ path, reason: target.reason });
    else {
      files[target.path] = target.path === 'globals.css' ? text.replace(BASE_IMPORT, '').trimStart() : text;
      origins[target.path] = path;
    }
  }
  const textAt = (path: string) => given.find((file) => file.path === path)?.text ?? '';
  return { name: nameIn(textAt('index.html')), mainPage: mainPageIn(textAt('src/app.js')), files, origins, left };
}

function targetOf(path: string): { readonly path: string } | { readonly reason: LeftReason } {
  const inner = path.replace(/^src\//, '');
  if (LIBRARY.test(inner)) return { reason: 'library' };
  if (/^(?:pages|components|services)\//.test(inner) && CODE.test(inner)) return { path: inner.replace(CODE, '') };
  if (/^layout\.\w+$/i.test(inner) && CODE.test(inner)) return { path: 'layout' };
  if (/^(?:globals|index)\.css$/.test(inner)) return { path: 'globals.css' };
  if (/^entities\/\w+\.jsonc?$/.test(inner)) return { path: inner.replace(/c$/, '') };
  return { reason: ABOUT.test(path) ? 'about' : 'unknown' };
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function nameIn(html: string): string | null {
  const title = /<title>([^<]{1,200})<\/title>/.exec(html)?.[1];
  return title === undefined ? null : title.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ENTITIES[name] ?? '').trim() || null;
}

/** The entry of an exported project names the main page. */
function mainPageIn(entry: string): string | null {
  try {
    const routes: unknown = JSON.parse(/^export const routes = (\[.*\]);$/m.exec(entry)?.[1] ?? '[]');
    const main = (routes as { name?: unknown; isMain?: unknown }[]).find(({ isMain }) => isMain === true);
    return typeof main?.name === 'string' ? main.name : null;
  } catch {
    return null;
  }
}
