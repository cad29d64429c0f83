/**
 * How texts name files. Stored is a path, which holds at any address of the installation and in any app: `/api/files/{id}/{name}`. Clients get
 * the address on the runtime host, `{runtime URL}/api/files/{app}/{id}/{name}`, as earlier releases stored it.
 */

/** Begins each address and each path of a file. */
export const FILES = '/api/files/';
const PRIVATE = 'private/';
const ID = '[A-Za-z0-9_-]{1,100}';
const NAME = '[A-Za-z0-9_-]{1,100}\\.[A-Za-z0-9]{1,16}';
/** An origin, as it stands before a path. */
const ORIGIN = '(?:https?:)?\\/\\/[A-Za-z0-9.:_[\\]-]{1,300}';
/** The end of a longer path or word: what follows is part of it. In JSON, the letter of an escaped line break is none. */
const BEFORE = '(?<=\\\\[nrtbf]|(?<![\\w.:/@%~-]))';

const ADDRESS = new RegExp(`(?:${ORIGIN}|${BEFORE})${FILES}(?:${ID}/)?(${ID})/(${NAME})(?![\\w./-]*/)`, 'g');
const STORED = new RegExp(`${BEFORE}${FILES}(${ID})/(${NAME})(?![\\w-])`, 'g');
const URI = new RegExp(`(?<![\\w./-])${PRIVATE}${ID}/(${ID})(?![\\w/-])`, 'g');

/** The ids of the files whose addresses a text has, at whatever host. */
export function addressesIn(text: string): string[] {
  return text.includes(FILES) ? [...text.matchAll(ADDRESS)].map(([, id = '']) => id) : [];
}

/** The ids of the private files that a text names by their URIs. */
export function urisIn(text: string): string[] {
  return text.includes(PRIVATE) ? [...text.matchAll(URI)].map(([, id = '']) => id) : [];
}

/** The text with the addresses of known files as paths. */
export function toPaths(text: string, isKnown: (id: string) => boolean): string {
  if (!text.includes(FILES)) return text;
  return text.replace(ADDRESS, (address: string, id: string, name: string) => (isKnown(id) ? `${FILES}${id}/${name}` : address));
}

/** The text with stored paths as addresses of files of an app; in JSON, too. */
export function toAddresses(text: string, at: { readonly runtimeUrl: string; readonly appId: string }): string {
  if (!text.includes(FILES)) return text;
  return text.replace(STORED, (_path, id: string, name: string) => fileAddress({ ...at, id, name }));
}

/** The text with the addresses of known files at the host that the installation has now; paths stay. */
export function toCurrent(
  text: string,
  isKnown: (id: string) => boolean,
  at: { readonly runtimeUrl: string; readonly appId: string },
): string {
  if (!text.includes(FILES)) return text;
  return text.replace(ADDRESS, (address: string, id: string, name: string) =>
    address.startsWith(FILES) || !isKnown(id) ? address : fileAddress({ ...at, id, name }),
  );
}

/** Where clients read a file. */
export function fileAddress(file: { readonly runtimeUrl: string; readonly appId: string; readonly id: string; readonly name: string }) {
  return `${file.runtimeUrl}${FILES}${encodeURIComponent(file.appId)}/${file.id}/${file.name}`;
}

/** All texts of a value, keys of objects left out. */
export function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* textsOf(each);
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* textsOf(each);
}

/** The value with other texts; the same value when none differs. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return mapped(value, change) as T;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const next = value.map((each) => mapped(each, change));
    return next.every((each, at) => each === value[at]) ? value : next;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, mapped(each, change), each] as const);
  return entries.every(([, after, before]) => after === before) ? value : Object.fromEntries(entries);
}
