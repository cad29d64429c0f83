/** Files that a plugin may have at its top, each with the same content in every plugin; `CONTRIBUTING.md` says what belongs in each. */
const TOP: ReadonlySet<string> = new Set([
  'index.ts',
  'ref.ts',
  'service.ts',
  'graphql.ts',
  'routes.ts',
  'collections.ts',
  'migrations.ts',
  'config.ts',
  'errors.ts',
  'README.md',
  'package.json',
]);
const TOP_PATTERN = /\.(?:worker|test)\.ts$/;
/** A folder that needs no three files, and whose `index.ts` is what the package exports for the tests of others. */
const TEST_HELPERS = 'testing';
const MIN_FILES = 3;

export interface ShapeProblem {
  readonly file: string;
  readonly rule: string;
}

/**
 * The deviations from the shape that all plugins share. `files` are paths relative to the root of the repository. Covers the folders of
 * `plugins/`, not `runtime/`: its service is a plugin, too, but most of its folders are sources of the apps (kit, blocks, SDK, templates) and
 * their compiler, with type configurations of their own.
 */
export function shapeProblems(files: readonly string[]): ShapeProblem[] {
  const inside = files.filter((file) => /^plugins\/[\w-]+\/./.test(file));
  const folders = Map.groupBy(inside.filter(isInFolder), (file) => file.split('/').slice(0, 3).join('/'));
  return [...inside.flatMap(fileProblem), ...[...folders].flatMap(([folder, { length }]) => folderProblem(folder, length))];
}

function isInFolder(file: string): boolean {
  return file.split('/').length > 3;
}

function fileProblem(file: string): ShapeProblem[] {
  const [, , first = '', ...deeper] = file.split('/');
  if (deeper.length > 0) {
    const isIndex = deeper.at(-1) === 'index.ts' && first !== TEST_HELPERS;
    return isIndex ? [{ file, rule: 'a part has no index.ts: import its files by name' }] : [];
  }
  if (TOP.has(first) || TOP_PATTERN.test(first)) return [];
  return [{ file, rule: `a plugin has no ${first} at its top: it belongs in a folder named after its subject` }];
}

function folderProblem(folder: string, count: number): ShapeProblem[] {
  if (count >= MIN_FILES || folder.endsWith(`/${TEST_HELPERS}`)) return [];
  return [{ file: folder, rule: `a folder needs ${MIN_FILES} files, this one has ${count}` }];
}
