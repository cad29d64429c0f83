import { type Files, isCode } from '../compile/sources.ts';
import { type AppHosts, HOST_KINDS, type HostKind, isHost, type NamedHost } from '../ref.ts';

/** Of one file: a text of a megabyte could name as many. */
const MAX_NAMED = 100;
/** An address and its host; maps name one of several by `{s}`. */
const ADDRESS = /(?:https?|wss?):\/\/((?:\{s\}\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?::\d{1,5})?)[^\s"'`)<>]{0,300}/gi;
/** What opens an address: a quote or the parenthesis of `url()`. */
const OPENING = /["'`(]\s{0,16}$/;
/** Of an address, in characters: what it is for is said shortly before it. */
const MAX_BEFORE = 80;
/** Names of vocabularies and examples, which nothing is loaded from. */
const NO_SERVER = /(?:^|\.)(?:w3\.org|schema\.org|xmlns\.com|example\.(?:com|org|net)|localhost)$/i;
/** Names that hold addresses of pictures and media: `src`, `imageUrl`, `hero_image`, `LOGO`. */
const PICTURE_NAME =
  /(?:\bsrc|tile|image|img|photo|picture|avatar|cover|thumb|background|logo|icon|banner|hero|poster|video|audio|gallery)\w{0,32}["']?\s{0,8}[:=]?\s{0,8}[{[]{0,2}$/i;
/** Google Fonts: the style sheets of one load the files of the other. */
const FONTS = ['fonts.googleapis.com', 'fonts.gstatic.com'];

/** The call whose first argument an address is. */
const CALL =
  /(?:\b(?:fetch|axios|EventSource|WebSocket)|\.(?:get|post|put|patch|delete|request))\s{0,8}(?:<[\w\s[\]]{1,60}>)?\s{0,8}\(?\s{0,8}$/i;

/** By what stands before an address, or by the address: the first that matches. A link leads people there and loads nothing. */
const SIGNS: readonly (readonly [readonly HostKind[], (before: string, url: string) => boolean])[] = [
  [
    ['calls'],
    (before, url) =>
      /^wss?:/i.test(url) ||
      CALL.test(before) ||
      /\.open\s*\(\s*["'][a-z]{1,9}["']\s*,\s*$|base_?url["']?\s*[:=]\s*$/i.test(before) ||
      /\.(?:json|geojson|topojson|csv|xml|wasm)(?:[?#]|$)/i.test(url),
  ],
  [[], (before) => /<a\b[^>]*$|\bhref\s*[:=]\s*\{?$|window\.open\s*\(?\s*$|\bto\s*[:=]\s*\{?$/i.test(before)],
  [['frames'], (before, url) => /<iframe\b[^>]*$/i.test(before) || /\/embed(?:[/?]|$)|player\./i.test(url)],
  [['styles'], (before, url) => /@import\s+(?:url)?\s*\(?\s*$|stylesheet/i.test(before) || /\.(?:css|woff2?|ttf|otf)(?:[?#]|$)/i.test(url)],
  [['scripts'], (before, url) => /<script\b[^>]*$|(?<!@)\bimport\s*\(\s*$|\bfrom\s*$/i.test(before) || /\.m?js(?:[?#]|$)/i.test(url)],
  [
    ['pictures'],
    (before, url) =>
      /<(?:img|video|audio|source|TileLayer)\b[^>]*$|\burl\s*\(?\s*$/i.test(before) ||
      PICTURE_NAME.test(before) ||
      // The last are addresses of the tiles of a map.
      /\.(?:png|jpe?g|gif|webp|avif|svg|ico|mp[34]|webm)(?:[?#]|$)|\/\/(?:images?|img|picsum|placehold|source|avatars?)\b|\{[xyz]\}/i.test(
        url,
      ),
  ],
  // The text does not tell.
  [
    ['pictures', 'calls'],
    (before, url) =>
      /(?<!(?:api|base|server|backend|service|socket|auth)_?)url\w{0,32}["']?\s*[:=]\s*\{?$/i.test(before) ||
      /\/\/(?:cdn|media|static|assets|storage)\b|\/(?:images?|media|uploads?|storage|assets|static|photos?)\//i.test(url),
  ],
  [['calls'], () => true],
];

/** The other hosts that the code of an app names, with what for as far as the text tells. */
export function hostsNamedIn(files: Files): readonly NamedHost[] {
  const named = Object.entries(files).flatMap(([path, text]) => {
    if (text.startsWith('data:')) return [];
    if (isCode(path) || path.endsWith('.css')) return namedIn(path, text);
    // Data that code imports: what it does with other addresses is not said there.
    return /\.(?:json|svg)$/.test(path) && !path.startsWith('entities/')
      ? namedIn(path, text).filter(({ kind }) => kind === 'pictures')
      : [];
  });
  const first = new Map(named.toReversed().map((one) => [`${one.kind} ${one.host}`, one]));
  return [...first.values()].sort((a, b) => HOST_KINDS.indexOf(a.kind) - HOST_KINDS.indexOf(b.kind) || (a.host < b.host ? -1 : 1));
}

function namedIn(path: string, text: string): readonly NamedHost[] {
  const found = new Map<string, NamedHost>();
  for (const address of addressesIn(text)) {
    if (NO_SERVER.test(address.host.replace(/:\d+$/, ''))) continue;
    for (const { kind, host } of usesOf(address)) found.set(`${kind} ${host}`, { kind, host, path });
    if (found.size >= MAX_NAMED) break;
  }
  return [...found.values()];
}

interface Address {
  readonly before: string;
  readonly url: string;
  readonly host: string;
}

function usesOf({ before, url, host }: Address): readonly Omit<NamedHost, 'path'>[] {
  if (FONTS.includes(host)) return FONTS.map((one) => ({ kind: 'styles', host: one }));
  const kinds = SIGNS.find(([, isIt]) => isIt(before, url))?.[0] ?? [];
  return kinds.map((kind) => ({ kind, host }));
}

/** The addresses that something opens, with what stands before that on their line. */
function* addressesIn(text: string): Generator<Address> {
  let end = 0;
  for (const { 0: url, 1: name = '', index } of text.matchAll(ADDRESS)) {
    const leading = text.slice(Math.max(end, index - MAX_BEFORE), index);
    end = index + url.length;
    const opening = OPENING.exec(leading)?.index;
    if (opening === undefined) continue;
    yield { before: leading.slice(leading.lastIndexOf('\n', opening - 1) + 1, opening), url, host: name.toLowerCase().replace('{s}', '*') };
  }
}

/** The sources that a policy of an app permits for a kind. What is stored by another release may name none that could end the directive. */
export function sourcesOf(hosts: AppHosts, kind: HostKind): string {
  const known = hosts[kind].filter((host) => isHost(kind, host));
  if (known.includes('*')) return 'https:';
  return known.flatMap((host) => (kind === 'calls' ? [`https://${host}`, `wss://${host}`] : [`https://${host}`])).join(' ');
}
