import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Scanner } from '@tailwindcss/oxide';
import { __unstable__loadDesignSystem, compile } from 'tailwindcss';
import { hashOf } from './hash.ts';
import { DIST } from './libraries.ts';
import { Lru } from './lru.ts';
import { type Place, placeOf } from './place.ts';

const require = createRequire(import.meta.url);
/** The only style sheets that can be imported. */
const SHEETS: Readonly<Record<string, string>> = {
  tailwindcss: require.resolve('tailwindcss/index.css'),
  'tailwindcss/theme': require.resolve('tailwindcss/theme.css'),
  'tailwindcss/preflight': require.resolve('tailwindcss/preflight.css'),
  'tailwindcss/utilities': require.resolve('tailwindcss/utilities.css'),
  'tw-animate-css': require
    .resolve('tailwindcss/package.json')
    .replace(/tailwindcss([\\/])package\.json$/, 'tw-animate-css$1dist$1tw-animate.css'),
  'sayso-fonts': fileURLToPath(new URL('fonts.css', DIST)),
  'sayso-theme': fileURLToPath(new URL('../kit/theme.css', import.meta.url)),
};
const BASE = ['tailwindcss', 'tw-animate-css', 'sayso-fonts', 'sayso-theme'];

export type Styles = { readonly css: string } | { readonly fault: string; readonly place?: Place };

interface Sheet {
  readonly build: (candidates: string[]) => string;
  /** Those of some words that are classes, kept as long as the list of words. */
  readonly classesOf: (words: readonly string[]) => readonly string[];
  /** What `build` has seen: it only ever adds. */
  readonly seen: Set<string>;
  readonly made: Lru<string>;
}

const sheets = new Lru<Sheet>(16);
const MAX_KEPT_CHARACTERS = 20_000_000;
const scanned = new Lru<readonly string[]>(MAX_KEPT_CHARACTERS, (_words, text) => 1000 + text.length);

/** The words of a text that may be Tailwind classes. `onWork` hears of it when the text is one that is not known yet. */
export function candidatesOf(text: string, onWork: () => void): readonly string[] {
  const known = scanned.get(text);
  if (known !== undefined) return known;
  onWork();
  // No class is this long; the scanner takes the square of a word's length, hours for a file that is one word of brackets.
  const content = text.replace(/\S{500}/g, '$&\n');
  const found = new Scanner({ sources: [] }).scanFiles([{ content, extension: 'tsx' }]);
  scanned.set(text, found);
  return found;
}

export interface StylesInput {
  /** Keeps apps apart from each other. */
  readonly owner: string;
  readonly globals: string;
  readonly words: Iterable<readonly string[]>;
  /** Hears of it when there is something to build. */
  onWork(): void;
}

/**
 * The style sheet of an app: its globals.css on top of Tailwind and the kit's theme, with the classes that occur. The same input gives
 * the same text, whatever was built before.
 */
export async function buildStyles({ owner, globals, words, onWork }: StylesInput): Promise<Styles> {
  const key = hashOf(owner, globals);
  let sheet = sheets.get(key);
  if (sheet === undefined) onWork();
  const refused = sheet === undefined ? refusal(globals) : null;
  if (refused !== null) return refused;
  try {
    if (sheet === undefined) {
      sheet = await openSheet(withBase(globals));
      sheets.set(key, sheet);
    }
    const { classesOf } = sheet;
    const classes = [...new Set([...words].flatMap(classesOf))].sort();
    const id = hashOf(classes.join(' '));
    const known = sheet.made.get(id);
    if (known !== undefined) return { css: known };
    onWork();
    const wanted = new Set(classes);
    if ([...sheet.seen].some((name) => !wanted.has(name))) {
      // A class went away: begin again, the compiled sheet cannot forget.
      sheet = { ...sheet, build: await freshBuild(withBase(globals)), seen: new Set() };
      sheets.set(key, sheet);
    }
    for (const name of classes) sheet.seen.add(name);
    const css = sheet.build(classes);
    sheet.made.set(id, css);
    return { css };
  } catch (error) {
    if (error instanceof RangeError) return { fault: 'The app has too many classes, or rules that are nested too deeply.' };
    return { fault: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

async function openSheet(text: string): Promise<Sheet> {
  return { build: await freshBuild(text), classesOf: await classesIn(text), seen: new Set(), made: new Lru(50) };
}

type ClassesOf = Sheet['classesOf'];
const systems = new Lru<ClassesOf>(16);

/** What is a class depends on the text alone: apps with the same one share it. */
async function classesIn(text: string): Promise<ClassesOf> {
  const shared = systems.get(text);
  if (shared !== undefined) return shared;
  const system = await __unstable__loadDesignSystem(text, { base: '/', loadStylesheet, loadModule });
  const verdicts = new Map<string, boolean>();
  const isClass = (candidate: string) => {
    const known = verdicts.get(candidate);
    if (known !== undefined) return known;
    const verdict = system.candidatesToCss([candidate])[0] != null;
    verdicts.set(candidate, verdict);
    // It remembers each word for ever; the next app gets a new one.
    if (verdicts.size > MAX_VERDICTS) systems.delete(text);
    return verdict;
  };
  const known = new WeakMap<readonly string[], readonly string[]>();
  const classesOf = (words: readonly string[]) => {
    const classes = known.get(words) ?? words.filter(isClass);
    known.set(words, classes);
    return classes;
  };
  systems.set(text, classesOf);
  return classesOf;
}
const MAX_VERDICTS = 50_000;

type Build = Sheet['build'];
/** A sheet of most apps' text that none has used yet. */
let spare: Build | null = null;

/** For a moment without work: what the next new app will need. */
export async function prepareStyles(): Promise<void> {
  const text = withBase('');
  spare ??= await compiled(text);
  await classesIn(text);
}

async function freshBuild(text: string): Promise<Build> {
  const build = spare;
  if (build === null || text !== withBase('')) return compiled(text);
  spare = null;
  return build;
}

async function compiled(text: string): Promise<Build> {
  return (await compile(text, { base: '/', loadStylesheet, loadModule })).build;
}

const contents = new Map<string, string>();
async function loadStylesheet(id: string, base: string): Promise<{ path: string; base: string; content: string }> {
  const path = Object.hasOwn(SHEETS, id) ? SHEETS[id] : undefined;
  if (path === undefined) throw new Error(notAllowed(id));
  const content = contents.get(id) ?? readFileSync(path, 'utf8');
  contents.set(id, content);
  return { path: id, base, content };
}

async function loadModule(id: string): Promise<never> {
  throw new Error(`globals.css cannot load "${id}": plugins and configuration files are not run. Use @theme and @utility.`);
}

function notAllowed(id: string): string {
  return `globals.css cannot import "${id}". Only "tailwindcss" and "tw-animate-css" can be imported; put other rules into globals.css itself.`;
}

/** What reads files, runs code or asks other servers is refused by its place, before anything looks at it. */
function refusal(globals: string): { readonly fault: string; readonly place: Place } | null {
  const opened = endlessComments(globals);
  if (opened !== null) return { fault: 'A comment is not closed. End it with */.', place: placeOf(globals, opened) };
  const text = blankComments(globals);
  for (const match of text.matchAll(/@(import|plugin|config|source|reference)\b\s*([^;{]*)/gi)) {
    const [, rule = '', rest = ''] = match;
    const id = /^(["'])(.*?)\1/.exec(rest.trim())?.[2];
    if (rule.toLowerCase() === 'import' && id !== undefined && Object.hasOwn(SHEETS, id.replace(/\.css$/, ''))) continue;
    const place = placeOf(text, match.index);
    if (rule.toLowerCase() === 'import') return { fault: notAllowed(id ?? rest.trim()), place };
    return { fault: `@${rule} cannot be used in globals.css. Use @theme and @utility instead.`, place };
  }
  return null;
}

/** Where a comment without an end holds many more: the parser would look for the end of each. One alone may be text in quotes. */
function endlessComments(text: string): number | null {
  const last = text.lastIndexOf('*/');
  const first = text.indexOf('/*', last < 0 ? 0 : last + 2);
  return first >= 0 && text.slice(first).split('/*').length > 20 ? first : null;
}

/** Comments as blanks, so that places stay. Not by a regular expression: many openings without an end would take it for ever. */
function blankComments(text: string): string {
  let out = '';
  let at = 0;
  for (let start = text.indexOf('/*'); start >= 0; start = text.indexOf('/*', at)) {
    const found = text.indexOf('*/', start + 2);
    const end = found < 0 ? text.length : found + 2;
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return out + text.slice(at);
}

/** A colour of the kit given the way of its older editions: `--primary: 222 47% 11%`, to be wrapped in hsl() where it is used. */
const BARE_HSL = /(?<![\w-])(--[\w-]+\s*:\s*)(-?[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%)(?=\s*[;}])/g;

/** Adds what the kit needs when globals.css does not import it, and takes Tailwind 3's directives and colours for what they meant. */
function withBase(globals: string): string {
  const text = globals
    .replace(/@tailwind\s+(?:base|components|utilities|variants|screens)\s*;/g, '')
    .replace(/(@import\s+["'][\w-/]+)\.css(["'])/g, '$1$2')
    .replace(BARE_HSL, '$1hsl($2)')
    .replace(/hsla?\(\s*var\((--[\w-]+)\)\s*\)/g, 'var($1)')
    .replace(/hsla?\(\s*var\((--[\w-]+)\)\s*\/\s*([^()]+)\)/g, 'hsl(from var($1) h s l / $2)');
  const missing = BASE.filter((id) => !new RegExp(`@import\\s+["']${id}["']`).test(text));
  return `${missing.map((id) => `@import "${id}";\n`).join('')}${text}`;
}
