import { tableName } from '@sayso/core';
import { InvalidPath } from '../errors.ts';

/** `module`: code in any other folder or in none, such as `hooks/use-cart`. `asset`: a style sheet, JSON, a picture or a font that code imports or `public` serves. */
export type FileKind = 'page' | 'component' | 'service' | 'entity' | 'layout' | 'globalsCss' | 'module' | 'asset';

/** Of a file or a folder; the patterns below repeat it. */
const MAX_NAME = 64;
const MAX_FOLDERS = 6;
const PART = '[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,63}';
const CODE = new RegExp(`^((?:${PART}/){1,${MAX_FOLDERS}}${PART}?)(?:\\.(?:tsx|jsx|ts|js|mjs))?$`, 'u');
/** Of `public`, whose files nothing imports by these names: they are parts of addresses. */
const SERVED_PART = "[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_. ()[\\]@+,!&~%'-]{0,63}";
const ASSET = new RegExp(
  `^(?:(?:${PART}/){0,${MAX_FOLDERS}}${PART}|public/(?:${SERVED_PART}/){0,${MAX_FOLDERS}}${SERVED_PART})\\.(?:css|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf)$`,
  'u',
);
/** Code in no folder: what mounts an app, and names that begin in lower case, since pages and components have folders. */
const ROOT = /^(App|Routes|Router|(?!layout$|globals$)[a-z][\w.-]{0,63}?)(?:\.(?:tsx|jsx|ts|js|mjs))?$/;
const ENTITY = /^entities\/([A-Za-z][A-Za-z0-9_]{0,63})(?:\.jsonc?)?$/;
/** With dots, as code for Base44 names the tables of a package. An ending is needed, since others end in a dot and a word, too. */
const DOTTED_ENTITY = /^entities\/([A-Za-z]\w{0,63}(?:\.\w{1,63}){1,4})\.jsonc?$/;
const LAYOUT = /^layout(?:\.(?:tsx|jsx|ts|js))?$/i;
const GLOBALS = /^(?:styles\/|app\/)?globals(?:\.css|Css)$/i;
const ALLOWED =
  'Use pages/<Name>, components/<Name>, services/<name>, entities/<Name>.json, layout or globals.css, or a folder such as lib, hooks, context, utils, data or types.';

const KINDS: Readonly<Record<string, FileKind>> = {
  pages: 'page',
  components: 'component',
  services: 'service',
  entities: 'entity',
  layout: 'layout',
  'globals.css': 'globalsCss',
};
/** Folders that are the same in lower case. */
const FOLDERS = new Set(['pages', 'components', 'services', 'entities', 'lib', 'hooks', 'context', 'contexts', 'utils', 'data', 'types']);

/** The canonical path of a file, from the spellings of models and editors; throws `InvalidPath`. */
export function filePath(path: string): string {
  const trimmed = path
    .trim()
    .replace(/^(?:\.\/|@\/|\/)/, '')
    .replace(/^src\//, '');
  const long = trimmed.split('/').find((name) => name.replace(/\.\w+$/, '').length > MAX_NAME);
  if (long !== undefined) throw new InvalidPath(path, `a name has at most ${MAX_NAME} characters.`);
  if (trimmed.length > 300 || trimmed.includes('\\') || trimmed.split('/').includes('..')) throw new InvalidPath(path, ALLOWED);
  const [folder = ''] = trimmed.split('/');
  const canonical = (FOLDERS.has(folder.toLowerCase()) ? folder.toLowerCase() : folder) + trimmed.slice(folder.length);
  // An absolute path that is none of the app's is one of a computer.
  const isForeign = path.trim().startsWith('/') && canonical.includes('/') && !FOLDERS.has(canonical.split('/')[0] ?? '');
  const found = isForeign ? null : canonicalPath(canonical);
  if (found === null) throw new InvalidPath(path, ALLOWED);
  return found;
}

function canonicalPath(path: string): string | null {
  if (LAYOUT.test(path)) return 'layout';
  if (GLOBALS.test(path)) return 'globals.css';
  if (path.startsWith('entities/')) {
    const name = ENTITY.exec(path)?.[1] ?? tableName(DOTTED_ENTITY.exec(path)?.[1] ?? '');
    return name === '' || name.length > MAX_NAME ? null : `entities/${name}.json`;
  }
  if (ASSET.test(path) && (path.includes('/') || !path.endsWith('.json'))) return path;
  const code = CODE.exec(path) ?? ROOT.exec(path);
  const name = code?.[1]?.replace(/(?:\.(?:tsx|jsx|ts|js|mjs))+$/, '') ?? '';
  return name === '' || NO_CODE.test(name) ? null : name;
}
const NO_CODE = /\/$|(?:^|\/)node_modules\/|\.(?:\w*ss|json|html?|mdx?|txt|vue|svelte)$/;

/** Whether a path is a file name that lacks its folder. */
export function isBareName(path: string): boolean {
  return !path.includes('/') && !LAYOUT.test(path) && !GLOBALS.test(path);
}

/** Resolves a bare name to the only file that has it; the extension tells tables apart. Other paths are returned unchanged. */
export function fullPath(path: string, known: readonly string[]): string {
  if (!isBareName(path)) return path;
  const [, name = '', ending = ''] = /^(.*?)(\.\w+)?$/.exec(path) ?? [];
  if (ending === '.json') return `entities/${path}`;
  const meant = known.filter((one) => fileName(one) === name && (ending === '' || fileKind(one) !== 'entity'));
  return meant.length === 1 ? (meant[0] ?? path) : path;
}

/** The kind of file at a canonical path. */
export function fileKind(path: string): FileKind {
  const [folder = ''] = path.split('/');
  if (folder === 'entities') return 'entity';
  if (path !== 'globals.css' && ASSET.test(path)) return 'asset';
  // Pages have no folders: files below one belong to a page.
  if (folder === 'pages' && !/^pages\/[\p{L}\p{N}_-]+$/u.test(path)) return 'module';
  return KINDS[folder] ?? 'module';
}

/** The name of a file within its kind: `Habit` of `entities/Habit.json`. */
export function fileName(path: string): string {
  return path.slice(path.indexOf('/') + 1).replace(/\.json$/, '');
}

/** The route of a page: its name lower-cased with dashes removed. Two pages must not share one. */
export function pagePath(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}
