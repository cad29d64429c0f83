/** The folders of an app with their labels, in display order. */
const folders: readonly (readonly [folder: string, label: string])[] = [
  ['pages', 'Pages'],
  ['components', 'Components'],
  ['services', 'Services'],
  ['entities', 'Tables'],
];

export interface Leaf {
  readonly path: string;
  readonly label: string;
}

export interface Branch {
  readonly key: string;
  readonly label: string;
  readonly leaves: readonly Leaf[];
}

/** Groups files by folder; those in none (`layout`, `globals.css`) come last. */
export function treeOf(paths: readonly string[]): Branch[] {
  const sorted = [...paths].sort((a, b) => a.localeCompare(b));
  const branches = folders.map(([key, label]) => ({
    key,
    label,
    leaves: sorted
      .filter((path) => path.startsWith(`${key}/`))
      .map((path) => ({ path, label: path.slice(key.length + 1).replace(/\.json$/, '') })),
  }));
  const rest = sorted.filter((path) => !folders.some(([key]) => path.startsWith(`${key}/`)));
  return [...branches, { key: 'app', label: 'App', leaves: rest.map((path) => ({ path, label: path })) }].filter(
    (branch) => branch.leaves.length > 0,
  );
}
