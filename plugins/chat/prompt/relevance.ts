import type { Files } from '@sayso/apps/ref';
import type { Outline } from '@sayso/runtime/ref';

export interface Focus {
  readonly request: string;
  /** The page that the preview shows, such as `/habitlist`. */
  readonly currentPath: string | null;
}

/** Files at this distance in the graph of imports, or further, are equally far. */
const MAX_DISTANCE = 4;

/**
 * The paths of an app's files, those first that matter most for a request: named in it (so are the files of reported errors), the page that
 * is shown, then what is near to these by imports, in either direction, then files with words of the request.
 */
export function rankFiles(files: Files, outlines: ReadonlyMap<string, Outline>, focus: Focus): string[] {
  const paths = Object.keys(files).sort();
  const direct = new Map(paths.map((path) => [path, directScore(path, focus)]));
  const distance = distances(
    paths.filter((path) => (direct.get(path) ?? 0) > 0),
    neighboursOf(outlines),
  );
  const words = [...new Set(focus.request.toLowerCase().match(/\p{L}{4,}/gu) ?? [])];
  const score = (path: string): number => {
    const near = (MAX_DISTANCE - Math.min(distance.get(path) ?? MAX_DISTANCE, MAX_DISTANCE)) * 10;
    const text = (files[path] ?? '').toLowerCase();
    const shared = words.filter((word) => text.includes(word)).length;
    return (direct.get(path) ?? 0) + near + Math.min(shared, 9) + (path === 'layout' ? 5 : 0) + (path.startsWith('entities/') ? 3 : 0);
  };
  const scores = new Map(paths.map((path) => [path, score(path)]));
  return paths.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
}

function directScore(path: string, { request, currentPath }: Focus): number {
  const name = path
    .replace(/^.*\//, '')
    .replace(/\.json$/, '')
    .toLowerCase();
  const page = (currentPath ?? '').split(/[?#]/)[0]?.split('/').findLast(Boolean)?.toLowerCase();
  const wanted = request.toLowerCase();
  if (wanted.includes(path.toLowerCase())) return 300;
  const isShown = path.startsWith('pages/') && page === name.replaceAll('-', '');
  return (hasWord(wanted, name) ? 200 : 0) + (isShown ? 100 : 0);
}

function hasWord(text: string, name: string): boolean {
  const at = text.indexOf(name);
  if (at === -1) return false;
  const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]];
  // A plural or another ending still names the file.
  return !/\p{L}/u.test(before) && (!/\p{L}/u.test(after) || name.length > 3);
}

function neighboursOf(outlines: ReadonlyMap<string, Outline>): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map<string, Set<string>>([...outlines.keys()].map((path) => [path, new Set()]));
  for (const [path, { imports }] of outlines) {
    for (const imported of imports) {
      neighbours.get(imported)?.add(path);
      if (neighbours.has(imported)) neighbours.get(path)?.add(imported);
    }
  }
  return neighbours;
}

/** Steps from the nearest of the starting files. */
function distances(starts: readonly string[], neighbours: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, number> {
  const found = new Map(starts.map((path) => [path, 0]));
  const pending = [...starts];
  for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
    const next = (found.get(path) ?? 0) + 1;
    for (const neighbour of neighbours.get(path) ?? []) {
      if (found.has(neighbour)) continue;
      found.set(neighbour, next);
      pending.push(neighbour);
    }
  }
  return found;
}
