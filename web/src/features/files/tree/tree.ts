import type { VersionFilesQuery } from '../../../gen/files.ts';
import type { Translator } from '../../../i18n/language.ts';

export type FileKind = VersionFilesQuery['app']['version']['files'][number]['kind'];

/** The folders that every app may have, in display order; others have the name that they have. */
export const folders = ['pages', 'components', 'services', 'entities'] as const;

const KINDS: Readonly<Record<string, FileKind>> = {
  pages: 'page',
  components: 'component',
  services: 'service',
  entities: 'entity',
  layout: 'layout',
  'globals.css': 'globalsCss',
};

const ASSET = /\.(?:css|json|svg|png|jpe?g|gif|webp|avif|ico)$/;

/** As the server names them: files below a page and in other folders are modules. */
export function kindOf(path: string): FileKind {
  const [folder = ''] = path.split('/');
  if (folder !== 'entities' && path !== 'globals.css' && ASSET.test(path)) return 'asset';
  if (folder === 'pages' && /^pages\/.*[/.]/.test(path)) return 'module';
  return KINDS[folder] ?? 'module';
}

/** A folder, or a file. */
export interface TreeNode {
  /** Unique: the path of a file, that of a folder with a slash at its end. */
  readonly key: string;
  readonly label: string;
  /** Null for a folder. */
  readonly path: string | null;
  readonly children: readonly TreeNode[];
}

/** The file's name within its folders. */
export const fileLabel = (path: string): string => {
  const name = path.split('/').at(-1) ?? path;
  return path.startsWith('entities/') ? name.replace(/\.json$/, '') : name;
};

/** Files by folder; those in none (`layout`, `App`, `globals.css`) come last. */
export function treeOf(paths: readonly string[], t: Translator): TreeNode[] {
  const sorted = [...paths].sort((a, b) => a.localeCompare(b));
  const branches = folders.map((key) => {
    const below = sorted.filter((path) => path.startsWith(`${key}/`));
    return { key: `${key}/`, label: t(`files.folder.${key}`), path: null, children: childrenOf(`${key}/`, below) };
  });
  const others = sorted.filter((path) => !folders.some((key) => path.startsWith(`${key}/`)));
  const names = [...new Set(others.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))];
  const more = names.map((name) => {
    const key = `${name}/`;
    const below = others.filter((path) => path.startsWith(key));
    return { key, label: name, path: null, children: childrenOf(key, below) };
  });
  const rest = others.filter((path) => !path.includes('/'));
  const app = { key: 'app/', label: t('files.folder.app'), path: null, children: rest.map(leaf) };
  return [...branches, ...more, app].filter(({ children }) => children.length > 0);
}

const leaf = (path: string): TreeNode => ({ key: path, label: fileLabel(path), path, children: [] });

/** Folders come before files. */
function childrenOf(folder: string, paths: readonly string[]): TreeNode[] {
  const inFolders = paths.filter((path) => path.slice(folder.length).includes('/'));
  const names = [...new Set(inFolders.map((path) => path.slice(folder.length).split('/')[0] ?? ''))];
  const nested = names.map((name) => {
    const key = `${folder}${name}/`;
    const below = inFolders.filter((path) => path.startsWith(key));
    return { key, label: name, path: null, children: childrenOf(key, below) };
  });
  return [...nested, ...paths.filter((path) => !inFolders.includes(path)).map(leaf)];
}

/** A visible row of the tree. */
export interface TreeRow {
  readonly node: TreeNode;
  /** Key of the folder that contains it; null at the top. */
  readonly parent: string | null;
  /** From 1. */
  readonly level: number;
}

/** The rows that are visible while the folders in `collapsed` hide theirs, from top to bottom. */
export function rowsOf(nodes: readonly TreeNode[], collapsed: ReadonlySet<string>, above: TreeRow | null = null): TreeRow[] {
  return nodes.flatMap((node) => {
    const row = { node, parent: above?.node.key ?? null, level: (above?.level ?? 0) + 1 };
    return [row, ...(collapsed.has(node.key) ? [] : rowsOf(node.children, collapsed, row))];
  });
}
