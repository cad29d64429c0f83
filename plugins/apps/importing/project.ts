import { tableName } from '@sayso/core';
import type { Files } from '../ref.ts';
import { type BackEnd, backEndsIn } from './back-ends.ts';
import { type ClosedRead, closedReads } from './closed-reads.ts';
import { entityOf, usedName } from './entity-of.ts';
import { exportsOf } from './exports-of.ts';
import { type FontSheet, fontSheetAddress, fontSheetsIn } from './font-sheets.ts';
import { withValidNames } from './invalid-names.ts';
import { missingTables } from './missing-tables.ts';
import { tableUses } from './table-uses.ts';
import { type Twins, twinsIn, withTwins } from './twins.ts';
import { narrowedTables } from './unruled-tables.ts';

/**
 * Why a file of a project is not part of the app. `about`: it belongs to every project, or can be made again. `library`: every app has it.
 * `test`: it checks the project. `server`: it runs on a server of its own. `static`: a file that is served as it is.
 */
export type LeftReason = 'about' | 'library' | 'test' | 'server' | 'static' | 'unknown';

/** A file that is not part of the app. */
export type LeftOut =
  | { readonly path: string; readonly reason: LeftReason }
  /** With a sentence that says why. */
  | { readonly path: string; readonly reason: 'refused'; readonly message: string };

/** A file of a project, its path without the folder that all share. Pictures are data URLs. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** What was changed in a file so that it works here. */
export interface ChangedFile {
  readonly path: string;
  readonly message: string;
}

export interface ReadProject {
  readonly name: string | null;
  readonly mainPage: string | null;
  /** Path in the app → text. */
  readonly files: Files;
  /** Path in the app → path in the project. */
  readonly origins: Files;
  readonly left: readonly LeftOut[];
  readonly changed: readonly ChangedFile[];
  readonly backEnds: readonly BackEnd[];
  /** Style sheets of Google Fonts that it loads. Those of its page and its style sheets are not in `files`. */
  readonly fonts: readonly FontSheet[];
  /** Tables without rules, whose reading is closed to visitors here, and which pages read that need no log-in. */
  readonly closed: readonly ClosedRead[];
}

const ADDED_TABLE = 'The project uses this table without describing it: it was added with the fields that its code writes.';
const CODE = /\.(?:tsx|jsx|ts|js|mjs)$/;
const ASSET = /\.(?:css|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf)$/i;
/** What `public` has and every app serves. */
const SERVED = /^public\/.+\.(?:json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf)$/i;
const ABOUT =
  /(?:^|\/)(?:package(?:-lock)?\.json|(?:js|ts)config[\w.]*\.json|components\.json|[\w.-]+\.mdx?|LICENSE|index\.html|\.[\w.-]+(?:\/.*)?|[\w-]+\.lockb?|[\w-]+-lock\.\w+|[\w.-]+\.d\.ts|vite-env\.d\.ts|(?:setupTests|reportWebVitals)\.\w+|_redirects|vercel\.json|netlify\.toml|wrangler\.\w+)$|^[\w.-]+\.config\.\w+$/i;
const TEST = /(?:^|\/)(?:__tests__|__mocks__|e2e|cypress)\/|\.(?:test|spec|stories|cy)\.\w+$/;
/** What such a folder has may also be the part of an app that is about tests. */
const TEST_FOLDER = /(?:^|\/)tests?\//;
const TEST_CODE = /['"](?:vitest|@jest\/|@testing-library\/|@playwright\/|cypress)|\b(?:describe|it|test)\(\s*['"`]/;
/** What an exported project has for what every app imports. */
const EXPORTED = /^(?:sayso\/|\$(?:member|missing|absent)\/|app\.js$|start\.js$|entities\/\w+\.js$)/;
/** What an exported project imports in place of a package: our stand-in for it, or a module that was made for what is imported. */
const STAND_IN = /(?<=["'])@\/sayso\/packages\/stand-ins\/([\w-]+)(?=["'])/g;
const MADE_FOR_IMPORT = /(?<=["'])@\/\$(member|missing|absent)\/([^"'\n]+)\/([^"'/\n]+)(?=["'])/g;
/** The client of Base44, which is this product's own here; projects that replaced it keep theirs. */
const CLIENT =
  /^(?:(?:api\/)?(?:base44Client|entities|integrations|functions|agents)|lib\/(?:AuthContext|app-params|NavigationTracker|VisualEditAgent|iframe-messaging))\.\w+$/;
const OF_CLIENT = /(?:^|\/)api\/base44Client\.\w+$/;
const BASE44 = /@base44\/sdk|base44Client|createAxiosClient|base44\./;
const ENTITY = /^(?:src\/|base44\/)?entities\/((?:\w[\w-]*\/){0,3}\w[\w-]*(?:\.\w[\w-]*){0,4})\.jsonc?$/i;
/** A server function, as Base44 and exported projects have it. */
const FUNCTION = /^(?:base44\/|server\/)?functions\/([A-Za-z][\w-]{0,63})(?:\/(?:entry|index))?\.[jt]sx?$/;
/** What functions import beside them, and from the folders of their own. */
const FUNCTION_PART = /^(?:base44\/|server\/)?(functions\/(?:[\w.-]+\/)+[\w.-]+)\.[jt]sx?$/;
/** Modules that pages and functions of a Base44 project share. */
const SHARED = /^base44\/shared\/[\w./-]+\.[jt]sx?$/;
const SERVER = /^(?:base44\/)?(?:functions|agents|supabase|server|backend|api|convex|prisma|netlify)\//;
/** Sheets that every app has; an exported project names them as packages and files. */
const BASE_IMPORT = /^@import\s+["'](?:tailwindcss|tw-animate-css|@fontsource-variable\/inter|\.\/sayso\/kit\/theme\.css)["'];?\s*$/gm;
/** Rules of a style sheet that load other files, whose use an app has not. */
const ELSEWHERE = /^[^\S\n]*@(?:import\s+(?:url\([^)]*\)|["'][^"']*["'])|config|plugin|source|reference)[^;{}]*;[^\S\n]*$/gm;

/** Finds the parts of an app among the files of a project that Vite builds. */
export function readProject(given: readonly ProjectFile[]): ReadProject {
  const base = baseOf(given.map(({ path }) => path));
  const within = given.flatMap(({ path, text }) => (path.startsWith(base) ? [{ path: path.slice(base.length), text, origin: path }] : []));
  const outside = given.flatMap(({ path }) => (path.startsWith(base) ? [] : [{ path, reason: 'about' as const }]));
  const hasSource = within.some(({ path }) => path.startsWith('src/'));
  const twins = twinsIn(within, entryOf(within));
  const paths = within.map(({ path }) => path);
  const needsLogin = within.some(({ path, text }) => OF_CLIENT.test(path) && /\brequiresAuth\s*:\s*true\b/.test(text));
  const reader = new Reader({ hasSource, publicModules: publicModules(within), paths, twins, needsLogin });
  const isSecond = ({ path }: Given) => Number(!twins.first.has(path));
  for (const file of within.toSorted((a, b) => isSecond(a) - isSecond(b))) reader.add(file);
  const textAt = (path: string) => within.find((file) => file.path === path)?.text ?? '';
  return {
    name: nameIn(textAt('index.html')),
    mainPage: mainPageIn(textAt('src/app.js')) ?? mainPageOfConfig(textAt('src/pages.config.js') || textAt('src/pages.config.ts')),
    ...withNotes(
      withIcon(reader.result(), textAt('index.html')),
      within.find(({ path }) => path === 'index.html'),
    ),
    left: [...reader.left, ...outside],
    backEnds: backEndsIn(within.filter(({ path, origin }) => CODE.test(path) && !reader.isLeft(origin))),
  };
}

/** With the icon that the project's page names, under the name by which apps find theirs. */
function withIcon(read: ReturnType<Reader['result']>, html: string): ReturnType<Reader['result']> {
  const link = /<link\b[^>]{0,300}\brel=["'](?:shortcut )?icon["'][^>]{0,300}>/i.exec(html)?.[0] ?? '';
  const href = /\bhref=["'](?:%PUBLIC_URL%)?\.?\/?([\w./-]{1,200}?)(?:[?#][^"']*)?["']/.exec(link)?.[1] ?? '';
  const [path] = [`public/${href}`, href.replace(/^src\//, '')].filter((one) => SERVED_ICON.test(one) && Object.hasOwn(read.files, one));
  if (path === undefined || path === 'public/favicon.svg') return read;
  return { ...read, files: { ...read.files, [`public/app-icon${/\.\w+$/.exec(path)?.[0].toLowerCase()}`]: read.files[path] ?? '' } };
}

/** The style sheets and scripts that a page loads. */
function loadedBy(page: Given | undefined): readonly string[] {
  const elements = (page?.text ?? '')
    .slice(0, MAX_PAGE)
    .replace(/<!--[\s\S]*?-->/g, '')
    .matchAll(/<(link|script)\b([^<>]{0,2000})>/gi);
  return [...elements].flatMap(([, element = '', attributes = '']) => {
    const isSheet = element.toLowerCase() === 'link' && /\brel\s*=\s*["']?[^"'>]{0,100}\bstylesheet\b/i.test(attributes);
    const name = element.toLowerCase() === 'script' ? 'src' : 'href';
    const address = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
      .exec(attributes)
      ?.slice(1)
      .find(Boolean);
    if (address === undefined || !(isSheet || name === 'src')) return [];
    // The module that Vite builds is the app itself.
    return name === 'src' && !/^(?:https?:)?\/\//i.test(address) && /\btype\s*=\s*["']?module/i.test(attributes) ? [] : [address.trim()];
  });
}

/** With what the project's page loads beside its code: apps have a page of their own, which loads neither. */
function withNotes(read: ReturnType<Reader['result']>, page: Given | undefined): ReturnType<Reader['result']> {
  const loaded = loadedBy(page);
  const addresses = loaded.flatMap((one) => fontSheetAddress(one) ?? []);
  const others = loaded.filter((one) => fontSheetAddress(one) === null);
  if (page === undefined || loaded.length === 0) return read;
  const fonts = [...read.fonts, ...addresses.map((address) => ({ address, origin: page.origin }))];
  if (others.length === 0) return { ...read, fonts };
  const message = `Style sheets, fonts and scripts that it loads were left out: ${named(others)}. For fonts, write @import in the style sheet of a page, and allow their servers in the panel "Other servers".`;
  return { ...read, fonts, changed: [...read.changed, { path: page.origin, message }] };
}
/** In characters. A page names what it loads at its beginning. */
const MAX_PAGE = 200_000;

/** What a rule of `ELSEWHERE` loads, without its quotes and conditions; the rule itself for those of tools. */
function addressOfRule(rule: string): string {
  const [, inUrl, quoted] = /^\s*@import\s+(?:url\(\s*["']?([^)]*?)["']?\s*\)|["']([^"']*)["'])/.exec(rule) ?? [];
  return inUrl ?? quoted ?? rule.trim().replace(/;$/, '');
}

const MAX_NAMED = 10;
const MAX_NAME = 200;
/** The first addresses, without repetitions. */
function named(addresses: readonly string[]): string {
  const all = [...new Set(addresses)];
  const first = all.slice(0, MAX_NAMED).map((one) => (one.length > MAX_NAME ? `${one.slice(0, MAX_NAME)}…` : one));
  return [...first, ...(all.length > MAX_NAMED ? [`and ${all.length - MAX_NAMED} more`] : [])].join(', ');
}

const SERVED_ICON = /\.(?:svg|png|webp|ico)$/i;

/** The folder of the app in a project with several parts, such as `frontend/`; empty for the project's own. */
function baseOf(paths: readonly string[]): string {
  const starts = paths.flatMap((path) => {
    const at = /^(.*?)(?:src\/)?(?:App|main|pages\/[^/]+)\.[jt]sx?$/.exec(path)?.[1];
    return at === undefined || /(?:^|\/)(?:node_modules|supabase|functions)\//.test(at) ? [] : [at];
  });
  return [...new Set(starts)].sort((a, b) => a.split('/').length - b.split('/').length)[0] ?? '';
}

/** The file that the page of the project loads. */
function entryOf(files: readonly Given[]): string | undefined {
  const html = files.find(({ path }) => path === 'index.html')?.text ?? '';
  return /<script[^>]{0,200}\ssrc=["']\.?\/?(src\/[\w./-]{1,200}\.[jt]sx?)["']/.exec(html)?.[1];
}

interface Given extends ProjectFile {
  readonly origin: string;
}

interface Layout {
  readonly hasSource: boolean;
  /** Paths without endings. */
  readonly publicModules: ReadonlySet<string>;
  readonly paths: readonly string[];
  readonly twins: Twins;
  /** Whether the whole app is for people who are logged in. */
  readonly needsLogin: boolean;
}

class Reader {
  readonly left: LeftOut[] = [];
  readonly #files: Record<string, string> = {};
  readonly #origins: Record<string, string> = {};
  readonly #changed: ChangedFile[] = [];
  /** Tables that do not say who reads and writes their rows. */
  readonly #unruled: string[] = [];
  readonly #fonts: FontSheet[] = [];
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  add(file: Given): void {
    const name = this.#layout.twins.renamed.get(file.path);
    const target = this.#targetOf(name === undefined ? file : { ...file, path: `${name}${/\.\w+$/.exec(file.path)?.[0] ?? ''}` });
    if ('reason' in target) this.left.push({ path: file.origin, reason: target.reason });
    else if (this.#isTaken(target.path))
      this.left.push({ path: file.origin, reason: 'refused', message: `${this.#origins[target.path]} has the same name.` });
    else this.#take(target.path, file);
  }

  /** Style sheets of one place are joined. */
  #isTaken(path: string): boolean {
    return Object.hasOwn(this.#files, path) && !path.endsWith('.css');
  }

  isLeft(origin: string): boolean {
    return this.left.some(({ path }) => path === origin);
  }

  result(): Pick<ReadProject, 'files' | 'origins' | 'changed' | 'fonts' | 'closed'> {
    const files = this.#files;
    const hasPage = Object.keys(files).some((path) => /^pages\/[^/.]+$/.test(path));
    // An app without pages is one page, whatever it draws.
    if (!hasPage && files['App'] !== undefined) {
      files['pages/Home'] = "export { default } from '@/App';\n";
      this.#changed.push({ path: 'pages/Home', message: 'The page that the app begins with was added.' });
    }
    const tables = missingTables(files);
    const all = { ...files, ...tables };
    const open = [...this.#unruled, ...Object.keys(tables)];
    const uses = tableUses(
      all,
      open.map((path) => path.slice('entities/'.length, -'.json'.length)),
    );
    for (const { path, json, message } of narrowedTables(all, uses)) {
      all[path] = json;
      const isAdded = Object.hasOwn(tables, path);
      this.#changed.push({ path: this.#origins[path] ?? path, message: isAdded ? `${ADDED_TABLE} ${message}` : message });
    }
    const closed = this.#layout.needsLogin ? [] : closedReads(all, uses);
    return { files: all, origins: this.#origins, changed: this.#changed, fonts: this.#fonts, closed };
  }

  #take(path: string, { text, origin, path: own }: Given): void {
    this.#origins[path] = origin;
    if (path.startsWith('entities/')) {
      const { json, notes: ofRules, isRuled } = entityOf(text, path === 'entities/User.json');
      const notes = [...renamedNote(own, text), ...ofRules];
      if (!isRuled && path !== 'entities/User.json') this.#unruled.push(path);
      this.#files[path] = json;
      if (notes.length > 0) this.#changed.push({ path: origin, message: notes.join(' ') });
      return;
    }
    if (path.startsWith('functions/') && text.includes('.asServiceRole'))
      this.#changed.push({ path: origin, message: 'It uses rows as the app for every caller: allow that in the panel "Functions".' });
    if (!path.endsWith('.css')) {
      const valid = withValidNames(text);
      if (valid !== text)
        this.#changed.push({ path: origin, message: 'It imported pages by names that JavaScript does not permit: they have others now.' });
      this.#files[path] = withPackages(withTwins({ path: own, text: valid }, this.#layout.twins));
      this.#loads(fontSheetsIn(valid), origin);
      return;
    }
    const sheet = path === 'globals.css' ? text.replace(BASE_IMPORT, '') : text;
    const kept = sheet.replace(ELSEWHERE, '').trimStart();
    const rules = [...sheet.matchAll(ELSEWHERE)].map(([rule]) => addressOfRule(rule));
    this.#loads(
      rules.flatMap((one) => fontSheetAddress(one) ?? []),
      origin,
    );
    const dropped = rules.filter((one) => fontSheetAddress(one) === null);
    if (dropped.length > 0)
      this.#changed.push({
        path: origin,
        message: `Style sheets, fonts and plugins that it loads from elsewhere were left out: ${named(dropped)}.`,
      });
    this.#files[path] = this.#files[path] === undefined ? kept : `${this.#files[path]}\n${kept}`;
  }

  #loads(addresses: readonly string[], origin: string): void {
    this.#fonts.push(...addresses.map((address) => ({ address, origin })));
  }

  /** Whether it is of the app although it is beside the sources: code imports it, or `public` serves it. */
  #isBeside(path: string): boolean {
    return (
      SHARED.test(path) ||
      SERVED.test(path) ||
      (this.#layout.publicModules.has(withoutEnding(path)) && /\.(?:[jt]sx?|mjs|json)$/.test(path))
    );
  }

  /** Without the client, its imports would lead to a folder of the same name. */
  #isClient(path: string, text: string): boolean {
    const folder = `${withoutEnding(path)}/`;
    const hasIndex = this.#layout.paths.some((other) => other.startsWith(folder) && /^index\.\w+$/.test(other.slice(folder.length)));
    return !hasIndex && isClient(path.replace(/^src\//, ''), text);
  }

  #targetOf({ path, text }: Given): Target {
    const entity = ENTITY.exec(path)?.[1];
    if (entity !== undefined) return { path: `entities/${tableName(usedName(entity, text))}.json` };
    if (/^tailwind\.config\.\w+$/.test(path)) return { path: 'tailwind.config' };
    const called = FUNCTION.exec(path)?.[1];
    if (called !== undefined) return { path: `functions/${called}` };
    if (this.#isBeside(path)) return { path: path.replace(CODE, '') };
    const inner = path.replace(/^src\//, '');
    if (EXPORTED.test(inner) || isExported(inner, text) || this.#isClient(path, text)) return { reason: 'library' };
    if (isTest(path, text)) return { reason: 'test' };
    const part = functionPart(path, text);
    if (part !== null) return { path: part };
    const isOwn = !this.#layout.hasSource || path.startsWith('src/');
    if (isOwn && /^pages\.config\.\w+$/.test(inner)) return { path: 'pages.config' };
    const outside = reasonOutside(path);
    if (outside !== null) return { reason: outside };
    if (!isOwn) return { reason: 'about' };
    // Older tools begin with this file.
    return /^index\.[jt]sx?$/.test(inner) && /\brender\s*\(/.test(text) ? { path: 'main' } : placeOf(inner);
  }
}

/** Whether a file is the client of Base44 as every project has it: one that exports more is the app's own, around that client. */
function isClient(inner: string, text: string): boolean {
  const isOwn = /^(?:api|lib)\/base44Client\./.test(inner) && exportsOf(text).some((name) => name !== 'base44' && name !== 'default');
  return CLIENT.test(inner) && BASE44.test(text) && !isOwn;
}

/** With the imports that the app had before it was exported. */
function withPackages(text: string): string {
  return text
    .replace(STAND_IN, (_, name: string) => (name === 'react-query' ? '@tanstack/react-query' : name))
    .replace(MADE_FOR_IMPORT, (_, kind: string, of: string, names: string) =>
      kind === 'member' ? `${of}/${names}` : of.replaceAll('~', ':'),
    );
}

/** Path in the app of what is in the folders of functions. A function below folders is called by its whole path: `commerce/orders`. */
function functionPart(path: string, text: string): string | null {
  const part = FUNCTION_PART.exec(path)?.[1];
  if (part === undefined) return null;
  const isFunction = /\/[\w-]+\/index$/.test(part) && /\bDeno\.serve\b/.test(text);
  return isFunction ? part.replace(/index$/, 'entry') : part;
}

/** Says the name of a table that has dots in its project. */
function renamedNote(path: string, text: string): string[] {
  const given = usedName(ENTITY.exec(path)?.[1] ?? '', text);
  const name = tableName(given);
  return name === given ? [] : [`The table is called "${name}" here; code that says "${given}" reaches it, too.`];
}

const withoutEnding = (path: string): string => path.replace(/\.\w+$/, '');

/** The files of `public` that code imports by relative paths: others are served as they are. */
function publicModules(files: readonly Given[]): ReadonlySet<string> {
  const code = files.filter(({ path }) => path.startsWith('src/') && CODE.test(path));
  const paths = code.flatMap(({ text }) => [...text.matchAll(/['"](?:\.\.\/){1,8}(public\/[\w./-]{1,200})['"]/g)]);
  return new Set(paths.map(([, path = '']) => withoutEnding(path)));
}

function isTest(path: string, text: string): boolean {
  return TEST.test(path) || (TEST_FOLDER.test(path) && (!path.startsWith('src/') || TEST_CODE.test(text)));
}

type Target = { readonly path: string } | { readonly reason: LeftReason };

/** Whether a file belongs to every project, or can be made again. */
export function isAbout(path: string): boolean {
  return ABOUT.test(path);
}

/** Why a file that is beside the app's code is left out. */
function reasonOutside(path: string): LeftReason | null {
  if (isAbout(path)) return 'about';
  if (path.startsWith('public/')) return 'static';
  return SERVER.test(path) ? 'server' : null;
}

/** Main modules and re-exports that the export of an app writes. */
function isExported(inner: string, text: string): boolean {
  const reexports = CODE.test(inner) && /['"](?:\.{1,2}\/)+sayso\/[\w./-]+['"]/.test(text);
  const isHook = /^components\/ui\/use-\w+\.js$/.test(inner) && text.includes("from '../../hooks/");
  const callsFunction = /^functions\/[\w-]+\.js$/.test(inner) && text.includes('base44.functions.invoke(');
  return reexports || isHook || callsFunction || (inner === 'main.js' && text.includes('startApp'));
}

function placeOf(inner: string): Target {
  if (/^layout\.\w+$/i.test(inner) && CODE.test(inner)) return { path: 'layout' };
  if (/^(?:(?:styles?|app)\/)?(?:globals?|index|main)\.css$/.test(inner)) return { path: 'globals.css' };
  if (inner.startsWith('entities/')) return { reason: 'unknown' };
  if (CODE.test(inner)) return { path: inner.replace(CODE, '') };
  return ASSET.test(inner) ? { path: inner } : { reason: 'unknown' };
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function nameIn(html: string): string | null {
  const title = /<title>([^<]{1,200})<\/title>/.exec(html)?.[1];
  const name = title?.replace(/&(lt|gt|amp|quot);/g, (_, one: string) => ENTITIES[one] ?? '').trim() ?? '';
  return name === '' || /^(?:Vite \+ React|React App|Base44 APP$)/i.test(name) ? null : name;
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

function mainPageOfConfig(text: string): string | null {
  return /\bmainPage\s*:\s*["']([\w-]{1,64})["']/.exec(text)?.[1] ?? null;
}
