import { TokenType, tokenize } from '@csstools/css-tokenizer';
import { hashOf } from './hash.ts';
import type { Files } from './sources.ts';

// Pictures, fonts and data that are served as they are: those of `public` at the root of the app, as Vite serves them, and what style sheets show.

/** The types of files that are served, by their endings. None of them runs. */
const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  json: 'application/json',
};
const PUBLIC = 'public/';
/** What projects call the icon of their page, the best first. The import adds the first one for what `index.html` names. */
const ICONS = ['app-icon', 'favicon'].flatMap((name) => ['svg', 'png', 'webp', 'ico'].map((ending) => `/${name}.${ending}`));

const endingOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** The media type of a file that is served; undefined for others. */
export function servedType(path: string): string | undefined {
  const ending = endingOf(path);
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
}

/** The name by which a file is served, from its content; null for a file that is not. */
export function servedName(path: string, text: string): string | null {
  return servedType(path) === undefined ? null : `${hashOf(text)}.${endingOf(path)}`;
}

/** The content of a file, which the app keeps as a data URL or as text. */
export function servedBytes(text: string): Uint8Array {
  const [, data] = /^data:[^,]{0,100};base64,([\s\S]*)$/.exec(text) ?? [];
  return data === undefined ? Buffer.from(text) : Buffer.from(data, 'base64');
}

/** A file that is served. */
export interface ServedFile {
  readonly path: string;
  readonly text: string;
  readonly name: string;
}

/** All of an app: tables are described in JSON that is not for visitors. */
export function servedFiles(files: Files): readonly ServedFile[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const name = path.endsWith('.json') && !path.startsWith(PUBLIC) ? null : servedName(path, text);
    return name === null ? [] : [{ path, text, name }];
  });
}

/** The paths at the root of the app, by what serves them. */
export function publicPaths(served: readonly ServedFile[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    served.flatMap(({ path, name }) => (path.startsWith(PUBLIC) ? [[`/${path.slice(PUBLIC.length)}`, name] as const] : [])),
  );
}

/** The icon of an app's page, as a path at its root; null without one. */
export function iconAmong(paths: Readonly<Record<string, string>>): string | null {
  return ICONS.find((path) => Object.hasOwn(paths, path)) ?? null;
}

/** A sheet whose `url()` that `addressOf` knows lead to other addresses. */
export function withAddresses(css: string, addressOf: (url: string) => string | null): string {
  if (!/\burl\(/i.test(css)) return css;
  let done = '';
  let isUrl = false;
  for (const token of tokenize({ css })) {
    const [type, raw] = token;
    if (type === TokenType.URL) done += replaced(addressOf(token[4].value), raw, (address) => `url("${address}")`);
    else if (type === TokenType.String && isUrl) done += replaced(addressOf(token[4].value), raw, (address) => `"${address}"`);
    else done += raw;
    isUrl = (isUrl && type === TokenType.Whitespace) || /^url\($/i.test(raw);
  }
  return done;
}

const replaced = (address: string | null, raw: string, write: (address: string) => string): string =>
  address === null ? raw : write(address);

/** As `withAddresses`, for the files of the app that a sheet at `from` names by relative paths. Sheets may have moved at the import. */
export function withRelativeFiles(css: string, from: string, files: Files): string {
  return withAddresses(css, (url) => {
    if (/^(?:[a-z][\w+.-]*:|\/|#)/i.test(url)) return null;
    const plain = url.replace(/[?#].*$/, '');
    const wanted = new URL(plain, `http://app/${from}`).pathname.slice(1);
    const end = `/${plain.replace(/^(?:\.{1,2}\/)+/, '')}`;
    const similar = Object.keys(files).filter((path) => `/${path}`.endsWith(end));
    const path = Object.hasOwn(files, wanted) ? wanted : similar.length === 1 ? similar[0] : undefined;
    const name = path === undefined ? null : servedName(path, files[path] ?? '');
    return name === null ? null : `/c/${name}`;
  });
}

/** As `withAddresses`, for files of `public`. */
export function withPublicFiles(css: string, files: Files): string {
  return withAddresses(css, (url) => {
    const path = PUBLIC + decoded(url.replace(/[?#].*$/, '')).replace(/^\//, '');
    const name = url.startsWith('/') && Object.hasOwn(files, path) ? servedName(path, files[path] ?? '') : null;
    return name === null ? null : `/c/${name}`;
  });
}

export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
