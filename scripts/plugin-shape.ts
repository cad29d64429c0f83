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
/** Folders that need no further files beside one. */
const SMALL_FOLDERS: ReadonlySet<string> = new Set(['testing']);
const MIN_FILES = 3;

export interface ShapeProblem {
  readonly file: string;
  readonly rule: string;
}

/** The deviations from the shape that all plugins share. `files` are paths relative to the root of the repository. */
export function shapeProblems(files: readonly string[]): ShapeProblem[] {
  const folders = new Map<string, string[]>();
  const problems: ShapeProblem[] = [];
  for (const file of files) {
    const [, plugin, rest] = /^plugins\/([\w-]+)\/(.+)$/.exec(file) ?? [];
    if (plugin === undefined || rest === undefined) continue;
    const [first = '', ...deeper] = rest.split('/');
    if (deeper.length > 0) folders.set(`${plugin}/${first}`, [...(folders.get(`${plugin}/${first}`) ?? []), rest]);
    else if (!TOP.has(first) && !TOP_PATTERN.test(first))
      problems.push({ file, rule: `a plugin has no ${first} at its top: it belongs in a folder named after its subject` });
    if (deeper.at(-1) === 'index.ts') problems.push({ file, rule: 'a part has no index.ts: import its files by name' });
  }
  for (const [folder, inside] of folders) {
    const name = folder.split('/')[1] ?? '';
    if (inside.length < MIN_FILES && !SMALL_FOLDERS.has(name))
      problems.push({ file: `plugins/${folder}`, rule: `a folder needs ${MIN_FILES} files, this one has ${inside.length}` });
  }
  return problems;
}
