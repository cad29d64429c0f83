import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Scanner } from '@tailwindcss/oxide';
import { LRUCache } from 'lru-cache';
import { __unstable__loadDesignSystem, compile } from 'tailwindcss';
import { importsOf, modernized, notAllowed, refusal } from './globals.ts';
import { hashOf } from './hash.ts';
import { DIST } from './libraries.ts';
import type { Place } from './place.ts';

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

/** A style sheet and the classes that it has. */
export type Styles = { readonly css: string; readonly classes: readonly string[] } | { readonly fault: string; readonly place?: Place };

interface Sheet {
  readonly build: (candidates: string[]) => string;
  /** Filters the words that are classes; the result is cached as long as the list of words lives. */
  readonly classesOf: (words: readonly string[]) => readonly string[];
  /** Candidates passed to `build` so far; it never removes any. */
  readonly seen: Set<string>;
  readonly made: LRUCache<string, string>;
}

const sheets = new LRUCache<string, Sheet>({ max: 8 });
const MAX_KEPT_CHARACTERS = 4_000_000;
const scanned = new LRUCache<string, readonly string[]>({
  maxSize: MAX_KEPT_CHARACTERS,
  sizeCalculation: (_words, text) => 1000 + text.length,
});

/** The candidates for Tailwind classes in a text. `onWork` is called when the text is not in the cache. */
export function candidatesOf(text: string, onWork: () => void): readonly string[] {
  const known = scanned.get(text);
  if (known !== undefined) return known;
  onWork();
  // The scanner is quadratic in a word's length (hours for a file of one word of brackets), and no class is this long.
  const content = text.replace(/\S{500}/g, '$&\n');
  const found = new Scanner({ sources: [] }).scanFiles([{ content, extension: 'tsx' }]);
  scanned.set(text, found);
  return found;
}

export interface StylesInput {
  /** The app's id: sheets are not shared between apps. */
  readonly owner: string;
  readonly globals: string;
  readonly words: Iterable<readonly string[]>;
  /** Called when there is something to build. */
  onWork(): void;
}

/**
 * The style sheet of an app: its globals.css on top of Tailwind and the kit's theme, with the classes in use. Deterministic: the output
 * does not depend on earlier builds.
 */
export async function buildStyles({ owner, globals, words, onWork }: StylesInput): Promise<Styles> {
  const key = hashOf(owner, globals);
  let sheet = sheets.get(key);
  if (sheet === undefined) onWork();
  const refused = sheet === undefined ? refusal(globals, (id) => Object.hasOwn(SHEETS, id)) : null;
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
    if (known !== undefined) return { css: known, classes };
    onWork();
    const wanted = new Set(classes);
    if ([...sheet.seen].some((name) => !wanted.has(name))) {
      // A class was removed, and the compiled sheet only adds: build a fresh one.
      sheet = { ...sheet, build: await freshBuild(withBase(globals)), seen: new Set() };
      sheets.set(key, sheet);
    }
    for (const name of classes) sheet.seen.add(name);
    const css = sheet.build(classes);
    sheet.made.set(id, css);
    return { css, classes };
  } catch (error) {
    if (error instanceof RangeError) return { fault: 'The app has too many classes, or rules that are nested too deeply.' };
    return { fault: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

async function openSheet(text: string): Promise<Sheet> {
  return { build: await freshBuild(text), classesOf: await classesIn(text), seen: new Set(), made: new LRUCache({ max: 10 }) };
}

type ClassesOf = Sheet['classesOf'];
const systems = new LRUCache<string, ClassesOf>({ max: 6 });

/** Whether a word is a class depends only on globals.css, so apps with the same text share the design system. */
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
    // The design system caches each word and never evicts; the next app gets a fresh one.
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
/** An unused sheet for the globals.css that most apps have. */
let spare: Build | null = null;

/** Called when idle: prepares the sheet for the next new app. */
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

/** Adds the imports that the kit needs and globals.css lacks. */
export function withBase(globals: string): string {
  const text = modernized(globals);
  const imports = importsOf(text);
  const missing = BASE.filter((id) => !imports.has(id));
  return `${missing.map((id) => `@import "${id}";\n`).join('')}${text}`;
}
