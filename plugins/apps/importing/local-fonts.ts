import { createHash } from 'node:crypto';
import type { AppFetch, Files } from '../ref.ts';
import { charactersIn, type FontFace, type FontSheet, readSheet, withoutFontSheets } from './font-sheets.ts';
import type { ChangedFile } from './project.ts';

export interface LocalFontsOptions {
  /** Where sheets are fetched from; empty: nowhere. */
  readonly server: string;
  /** Null: no plugin reaches other servers. */
  readonly fetch: AppFetch | null;
  /** Milliseconds for all fonts of a project. */
  readonly waitMs?: number;
}

interface WithFonts {
  readonly files: Files;
  readonly changed: readonly ChangedFile[];
}

const WAIT_MS = 4_000;
const MAX_SHEETS = 20;
/** Of one project: a family with 100 subsets of Chinese has as many files for each weight. */
const MAX_FONTS = 80;
const MAX_FONT_BYTES = 700_000;
const MAX_FONTS_BYTES = 4_000_000;
const MAX_SHEET_BYTES = 1_000_000;
/** Google's server answers with the formats that a browser of this name reads. */
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  accept: 'text/css,*/*;q=0.1',
};
const WOFF2 = 'wOF2';
const SHEET = 'globals.css';

/**
 * Makes the fonts of Google Fonts that a project loads files of the app, so that it shows them without another server. A sheet comes along
 * with all of its fonts, or stays out with a sentence that says why. Code that loads either is left out: of other hosts an app loads nothing
 * unasked, and each page would report that. Never throws.
 */
export async function withLocalFonts(files: Files, sheets: readonly FontSheet[], options: LocalFontsOptions): Promise<WithFonts> {
  if (sheets.length === 0) return { files, changed: [] };
  const addresses = [...new Set(sheets.map(({ address }) => address))];
  const characters = charactersIn(Object.values(files));
  const fonts = new FontFiles(options);
  const made = new Map(
    await Promise.all(
      addresses.map(async (address, index) => [address, await (index < MAX_SHEETS ? fonts.sheet(address, characters) : TOO_MANY)] as const),
    ),
  );
  const local = [...made].flatMap(([address, sheet]) => (typeof sheet === 'string' ? [] : [{ address, ...sheet }]));
  const known = new Set(local.map(({ address }) => address));
  const isShown = ({ address }: FontSheet) => known.has(address);
  const changed = [...Map.groupBy(sheets, ({ origin }) => origin)].flatMap(([path, own]) => {
    const families = own.filter(isShown).flatMap(({ address }) => local.find((one) => one.address === address)?.families ?? []);
    const left = own.filter((sheet) => !isShown(sheet));
    return [
      ...(families.length === 0 ? [] : [{ path, message: `Its fonts of Google Fonts are files of the app now: ${listed(families)}.` }]),
      ...(left.length === 0 ? [] : [{ path, message: leftOut(left, String(made.get(left[0]?.address ?? ''))) }]),
    ];
  });
  const code = Object.entries(files).map(
    ([path, text]) => [path, text.startsWith('data:') ? text : withoutFontSheets(text, (address) => made.has(address))] as const,
  );
  if (local.length === 0) return { files: Object.fromEntries(code), changed };
  const css = [...new Set(local.map((sheet) => sheet.css))].join('\n');
  const own = files[SHEET] === undefined ? '' : `\n${files[SHEET]}`;
  return {
    files: { ...Object.fromEntries(code), [SHEET]: `${css}${own}`, ...Object.assign({}, ...local.map((sheet) => sheet.files)) },
    changed,
  };
}

const TOO_MANY = `a project has at most ${MAX_SHEETS} such sheets`;

function leftOut(sheets: readonly FontSheet[], reason: string): string {
  return `Fonts of Google Fonts did not come along, because ${reason}: ${listed(sheets.map(({ address }) => address))}. What loads them was left out. To load them from Google, write @import in a style element of a page, and allow fonts.googleapis.com and fonts.gstatic.com in the panel "Other servers".`;
}

const MAX_LISTED = 10;
const MAX_NAME = 200;
function listed(names: readonly string[]): string {
  const all = [...new Set(names)];
  const first = all.slice(0, MAX_LISTED).map((name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name));
  return [...first, ...(all.length > first.length ? [`and ${all.length - first.length} more`] : [])].join(', ');
}

interface LocalSheet {
  readonly css: string;
  readonly families: readonly string[];
  /** Path in the app → data URL. */
  readonly files: Files;
}

/** The files of the fonts of one project, within its bounds. */
class FontFiles {
  readonly #options: LocalFontsOptions;
  readonly #signal: AbortSignal;
  /** By address. */
  readonly #fetched = new Map<string, Promise<string>>();
  #bytes = 0;

  constructor(options: LocalFontsOptions) {
    this.#options = options;
    this.#signal = AbortSignal.timeout(options.waitMs ?? WAIT_MS);
  }

  /** The sheet as the app has it, or why it has not. */
  async sheet(address: string, characters: ReadonlySet<number>): Promise<LocalSheet | string> {
    const { server } = this.#options;
    if (server === '') return 'FONTS_URL is empty';
    try {
      const { pathname, search } = new URL(address);
      const bytes = await this.#get(`${server.replace(/\/$/, '')}${pathname}${search}`, MAX_SHEET_BYTES);
      const { faces, rules } = readSheet(new TextDecoder().decode(bytes), characters);
      if (faces.length === 0) return `${new URL(server).host} has no such fonts`;
      const files = new Map<string, string>();
      const written = await Promise.all(
        faces.map(async (face) => {
          const path = pathOf(face, new URL(face.source, server).href);
          files.set(path, await this.#font(new URL(face.source, server).href));
          return faceRule(face, path);
        }),
      );
      const css = [...written, ...(rules === '' ? [] : [rules])].join('\n');
      return { css, families: [...new Set(faces.map(({ family }) => family))], files: Object.fromEntries(files) };
    } catch (error) {
      if (this.#signal.aborted) return `${new URL(server).host} did not answer in time`;
      return error instanceof Error ? error.message.replace(/\.$/, '') : `${new URL(server).host} cannot be reached`;
    }
  }

  /** A font as a data URL; fonts of several sheets are fetched once. */
  #font(address: string): Promise<string> {
    const known = this.#fetched.get(address);
    if (known !== undefined) return known;
    if (this.#fetched.size >= MAX_FONTS) throw new Error(`they have more than ${MAX_FONTS} files`);
    const font = this.#get(address, MAX_FONT_BYTES).then((bytes) => {
      this.#bytes += bytes.length;
      if (this.#bytes > MAX_FONTS_BYTES) throw new Error(`they have more than ${MAX_FONTS_BYTES} bytes together`);
      if (String.fromCharCode(...bytes.subarray(0, 4)) !== WOFF2)
        throw new Error(`${new URL(address).host} has them in another format than woff2`);
      return `data:font/woff2;base64,${Buffer.from(bytes).toString('base64')}`;
    });
    font.catch(() => undefined);
    this.#fetched.set(address, font);
    return font;
  }

  async #get(address: string, maxBytes: number): Promise<Uint8Array> {
    const { fetch } = this.#options;
    if (fetch === null) throw new Error('this installation reaches no other servers');
    const response = await fetch(address, { headers: HEADERS, signal: this.#signal });
    if (!response.ok) throw new Error(`${new URL(address).host} answered with ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > maxBytes) throw new Error(`${new URL(address).host} answered with more than ${maxBytes} bytes`);
    return bytes;
  }
}

/** Named by its family and its address, so that equal imports have equal files. */
function pathOf({ family }: FontFace, address: string): string {
  const name = family
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `public/fonts/${name || 'font'}-${createHash('sha256').update(address).digest('hex').slice(0, 12)}.woff2`;
}

function faceRule({ family, descriptors }: FontFace, path: string): string {
  const source = `src: url("/${path.slice('public/'.length)}") format("woff2")`;
  return `@font-face { ${[`font-family: "${family}"`, ...descriptors, source].join('; ')} }`;
}
