/** Files of a project whose paths differ by their endings alone, as an app has them: its code has no endings. */
export interface Twins {
  /** Path in the project → its path in the app without an ending, for files whose name another one has. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Paths in the project of the files that have the name; others are left out. */
  readonly first: ReadonlySet<string>;
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Vite's order for an import without an ending. */
const ENDINGS = ['mjs', 'js', 'mts', 'ts', 'jsx', 'tsx'];
const ENDING = /\.(mjs|js|mts|ts|jsx|tsx)$/;
const SPECIFIER = /(?<=\b(?:from|import)\s{0,20}\(?\s{0,20})(["'])((?:\.{1,2}\/|@\/|~\/|\/?src\/)[^"'\n?]{1,300})(["'])/g;

/**
 * Decides which file an import without an ending leads to, as Vite does: of `Card.jsx` and `Card.tsx`, the first. One that is imported by its
 * whole name gets a name of its own. `entry`: what the page of the project loads; files that nothing imports are taken in its language.
 */
export function twinsIn(files: readonly SourceFile[], entry = ''): Twins {
  const code = files.filter(({ path }) => ENDING.test(path));
  const groups = [...Map.groupBy(code, ({ path }) => path.replace(ENDING, ''))].filter(([, group]) => group.length > 1);
  // Another `main` beside the entry runs nowhere, so what it imports says nothing.
  const isRun = ({ path }: SourceFile) => path === entry || path.replace(ENDING, '') !== entry.replace(ENDING, '');
  const asked = new Set(groups.length === 0 ? [] : [entry, ...code.filter(isRun).flatMap(importedPaths)]);
  const first = new Set<string>();
  const renamed = new Map<string, string>();
  for (const [name, group] of groups) {
    const paths = group.map(({ path }) => path);
    const taken = firstOf(name, paths, { asked, entry });
    first.add(taken);
    for (const path of paths) if (path !== taken && asked.has(path)) renamed.set(path, secondName(name, path));
  }
  return { first, renamed };
}

/** Beside the folders, only names in lower case are those of modules. */
function secondName(name: string, path: string): string {
  const other = `${name}-${endingOf(path)}`;
  return other.replace(
    /^(src\/)?([A-Z])(?=[^/]*$)/,
    (_, folder: string | undefined, letter: string) => `${folder ?? ''}${letter.toLowerCase()}`,
  );
}

function firstOf(name: string, paths: readonly string[], { asked, entry }: { asked: ReadonlySet<string>; entry: string }): string {
  const inOrder = [...paths].sort((a, b) => ENDINGS.indexOf(endingOf(a)) - ENDINGS.indexOf(endingOf(b)));
  const byName = asked.has(name) ? inOrder[0] : inOrder.find((path) => asked.has(path));
  const isEntry = paths.includes(entry) ? entry : undefined;
  return isEntry ?? byName ?? paths.find((path) => endingOf(path) === endingOf(entry)) ?? paths[0] ?? '';
}

/** The text with imports of renamed files by their names in the app. */
export function withTwins({ path: from, text }: SourceFile, { renamed }: Twins): string {
  if (renamed.size === 0) return text;
  return text.replace(SPECIFIER, (all, quote: string, specifier: string) => {
    const name = renamed.get(projectPath(specifier, from) ?? '');
    return name === undefined ? all : quote + specifier.replace(/[^/]*$/, name.split('/').at(-1) ?? '') + quote;
  });
}

const endingOf = (path: string): string => ENDING.exec(path)?.[1] ?? '';

function importedPaths({ path, text }: SourceFile): string[] {
  return [...text.matchAll(SPECIFIER)].flatMap(([, , specifier = '']) => projectPath(specifier, path) ?? []);
}

/** The path in the project that a specifier names; null for one that leads out of it. */
function projectPath(specifier: string, from: string): string | null {
  const isRelative = specifier.startsWith('.');
  const parts = isRelative ? from.split('/').slice(0, -1) : ['src'];
  for (const part of specifier.replace(/^(?:[@~]\/|\/?src\/)/, '').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
