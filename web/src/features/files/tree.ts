import type { Translator } from '../../i18n/language.ts';

/** The folders of an app, in display order. */
const folders = ['pages', 'components', 'services', 'entities'] as const;

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
export function treeOf(paths: readonly string[], t: Translator): Branch[] {
  const sorted = [...paths].sort((a, b) => a.localeCompare(b));
  const branches = folders.map((key) => ({
    key,
    label: t(`files.folder.${key}`),
    leaves: sorted
      .filter((path) => path.startsWith(`${key}/`))
      .map((path) => ({ path, label: path.slice(key.length + 1).replace(/\.json$/, '') })),
  }));
  const rest = sorted.filter((path) => !folders.some((key) => path.startsWith(`${key}/`)));
  return [...branches, { key: 'app', label: t('files.folder.app'), leaves: rest.map((path) => ({ path, label: path })) }].filter(
    (branch) => branch.leaves.length > 0,
  );
}
