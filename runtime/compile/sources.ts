import type { CompileProblem } from '../ref.ts';
import type { Place } from './place.ts';

export const MAX_FILE_BYTES = 1_000_000;
export const MAX_TOTAL_BYTES = 10_000_000;
export const MAX_FILES = 1000;

export type FileKind = 'page' | 'component' | 'service' | 'layout' | 'entity' | 'globalsCss' | 'module' | 'asset';
export type Files = Readonly<Record<string, string>>;

const PART = '[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*';
const SERVED_PART = "[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_. ()[\\]@+,!&~%'-]*";
const ASSET = /\.(?:css|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf)$/;
const KINDS: readonly (readonly [RegExp, FileKind])[] = [
  [/^pages\/[\p{L}\p{N}_-]+$/u, 'page'],
  [/^layout$/, 'layout'],
  [/^entities\/\w+\.json$/, 'entity'],
  [/^globals\.css$/, 'globalsCss'],
  [new RegExp(`^(?:${PART}/)*${PART}${ASSET.source}`, 'u'), 'asset'],
  // Parts of addresses, which nothing imports by these names.
  [new RegExp(`^public/(?:${SERVED_PART}/)*${SERVED_PART}${ASSET.source}`, 'u'), 'asset'],
  [new RegExp(`^components/(?:${PART}/)*${PART}$`, 'u'), 'component'],
  [new RegExp(`^services/(?:${PART}/)*${PART}$`, 'u'), 'service'],
  [new RegExp(`^(?!entities/|node_modules/)(?:${PART}/)*${PART}$`, 'u'), 'module'],
];

/** Null for a path that is not allowed in an app. */
export function kindOf(path: string): FileKind | null {
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Whether a file is code of the server: it is no part of what browsers load. */
export function isServerFunction(path: string): boolean {
  return path.startsWith('functions/') && kindOf(path) === 'module';
}

/** Whether a file is beside the folder of sources in a project: what pages share with functions of Base44, and modules in `public`. */
export function isBesideSources(path: string): boolean {
  return /^(?:base44\/shared|public)\//.test(path);
}

/** Whether a file is JavaScript or TypeScript for the browser. */
export function isCode(path: string): boolean {
  const kind = kindOf(path);
  if (isServerFunction(path)) return false;
  return kind !== null && kind !== 'entity' && kind !== 'globalsCss' && kind !== 'asset' && path !== TAILWIND_CONFIG;
}

/** The settings of a Tailwind 3 project, which are read as text: see `theme-config.ts`. */
export const TAILWIND_CONFIG = 'tailwind.config';

/** Names of the tables, sorted. */
export function entityNames(files: Files): string[] {
  return Object.keys(files)
    .filter((path) => /^entities\/\w+\.json$/.test(path))
    .map((path) => path.slice('entities/'.length, -'.json'.length))
    .sort();
}

export function problem(path: string, message: string, place?: Place): CompileProblem {
  return { path, line: place?.line ?? null, column: place?.column ?? null, message, severity: 'error' };
}

/** Limit of reported problems: a hostile file could have a million. */
export const MAX_PROBLEMS = 100;

/** A problem that does not keep the app from running. */
export function warning(path: string, message: string, place?: Place): CompileProblem {
  return { ...problem(path, message, place), severity: 'warning' };
}

/** Adds a problem; locates it only while there are few, because that scans the text. */
export function addProblem(problems: CompileProblem[], found: { path: string; message: string; place?: () => Place | undefined }): void {
  if (problems.length < MAX_PROBLEMS) problems.push(problem(found.path, found.message, found.place?.()));
}

export function addWarning(problems: CompileProblem[], found: { path: string; message: string; place?: () => Place | undefined }): void {
  if (problems.length < MAX_PROBLEMS) problems.push(warning(found.path, found.message, found.place?.()));
}

/** Problems of paths and sizes, before the content is read. Files with problems of size must not be parsed. */
export function checkSources(files: Files): CompileProblem[] {
  const paths = Object.keys(files);
  if (paths.length > MAX_FILES) return [problem('', `The app has ${paths.length} files; at most ${MAX_FILES} are possible.`)];
  const problems: CompileProblem[] = [];
  let total = 0;
  for (const [path, text] of Object.entries(files)) {
    const size = Buffer.byteLength(text);
    total += size;
    if (size > MAX_FILE_BYTES)
      problems.push(problem(path, `This file has ${size} bytes; at most ${MAX_FILE_BYTES} are possible. Split it.`));
    if (kindOf(path) === null)
      problems.push(problem(path, 'A name of a file has letters, digits, dots, dashes and underscores. Tables are entities/<Name>.json.'));
  }
  if (total > MAX_TOTAL_BYTES) problems.push(problem('', `The app's files have ${total} bytes; at most ${MAX_TOTAL_BYTES} are possible.`));
  return problems;
}

/** A theme token in the notation of shadcn/ui before Tailwind 4: three numbers in hsl(). Tokens are complete colours now. */
const OLD_COLOUR = /\bhsl\(var\((--[\w-]+)\)\)/g;

/** Keeps the colour of code for older versions of shadcn/ui, which models write: `fill="hsl(var(--chart-1))"`. */
export function withTodaysColours(files: Files): Files {
  const changed = Object.entries(files).filter(([path, text]) => isCode(path) && text.includes('hsl(var('));
  if (changed.length === 0) return files;
  return { ...files, ...Object.fromEntries(changed.map(([path, text]) => [path, text.replace(OLD_COLOUR, 'var($1)')])) };
}
