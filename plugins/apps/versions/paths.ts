import { InvalidPath } from '../errors.ts';

export type FileKind = 'page' | 'component' | 'service' | 'entity' | 'layout' | 'globalsCss';

/** Of a file or a folder; the patterns below repeat it. */
const MAX_NAME = 64;
const NAME = '[A-Za-z][A-Za-z0-9_-]{0,63}';
const CODE = new RegExp(`^(pages|components|services)/((?:${NAME}/){0,3}${NAME})(?:\\.(?:tsx|jsx|ts|js))?$`);
const ENTITY = /^entities\/([A-Za-z][A-Za-z0-9_]{0,63})(?:\.jsonc?)?$/;
const LAYOUT = /^layout(?:\.(?:tsx|jsx|ts|js))?$/i;
const GLOBALS = /^(?:styles\/|app\/)?globals(?:\.css|Css)$/i;
const ALLOWED = 'Use pages/<Name>, components/<Name>, services/<name>, entities/<Name>.json, layout or globals.css.';

const KINDS: Readonly<Record<string, FileKind>> = {
  pages: 'page',
  components: 'component',
  services: 'service',
  entities: 'entity',
  layout: 'layout',
  'globals.css': 'globalsCss',
};

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
  const canonical = folder.toLowerCase() + trimmed.slice(folder.length);
  if (LAYOUT.test(canonical)) return 'layout';
  if (GLOBALS.test(canonical)) return 'globals.css';
  const entity = ENTITY.exec(canonical);
  if (entity) return `entities/${entity[1]}.json`;
  const code = CODE.exec(canonical);
  if (!code) throw new InvalidPath(path, ALLOWED);
  const [, kind, name = ''] = code;
  if (kind === 'pages' && name.includes('/')) throw new InvalidPath(path, 'Pages have no folders.');
  if (kind === 'components' && /^ui(\/|$)/.test(name)) throw new InvalidPath(path, 'components/ui holds the built-in components.');
  return `${kind}/${name}`;
}

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
  return KINDS[path.split('/')[0] ?? ''] ?? 'component';
}

/** The name of a file within its kind: `Habit` of `entities/Habit.json`. */
export function fileName(path: string): string {
  return path.slice(path.indexOf('/') + 1).replace(/\.json$/, '');
}

/** The route of a page: its name lower-cased with dashes removed. Two pages must not share one. */
export function pagePath(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}
