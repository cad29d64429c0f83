import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { DIST, type Libraries } from '../compile/libraries.ts';
import { type Files, problem } from '../compile/sources.ts';
import { transform } from '../compile/transform.ts';
import type { AppSources, CompileProblem, FunctionBundle } from '../ref.ts';
import { readDeclaration } from './declaration.ts';
import { resolveFunctionImport } from './modules.ts';

const VENDOR = fileURLToPath(new URL('vendor/', DIST));
const FILE = 'app:';
const CODE = 'code:';
const MAX_BUNDLE_BYTES = 2_000_000;

/**
 * One server function with everything that it imports, as one script that defines `$function`: its exports. The handler is the default
 * export, or what `Deno.serve` was given.
 */
export async function bundleFunction(
  { files }: Pick<AppSources, 'files'>,
  name: string,
  { libraries, onFile }: { readonly libraries: Libraries; readonly onFile: (path: string) => void },
): Promise<FunctionBundle> {
  const entry = `functions/${name}`;
  const text = Object.hasOwn(files, entry) ? files[entry] : undefined;
  if (text === undefined) return { ok: false, problems: [problem(entry, `There is no function "${name}".`)] };
  const problems: CompileProblem[] = [];
  const build = await rolldown({
    input: FILE + entry,
    platform: 'neutral',
    plugins: [appFiles({ files, libraries, onFile, problems })],
    transform: { target: 'es2022' },
    treeshake: { moduleSideEffects: (id) => id.startsWith(FILE) },
    logLevel: 'silent',
  });
  try {
    const { output } = await build.generate({ format: 'iife', name: '$function', exports: 'named', minify: false, sourcemap: true, comments: false });
    const [chunk] = output;
    if (problems.length > 0) return { ok: false, problems };
    if (chunk.code.length > MAX_BUNDLE_BYTES) return { ok: false, problems: [problem(entry, `The function has more than ${MAX_BUNDLE_BYTES} bytes.`)] };
    return { ok: true, code: chunk.code, map: chunk.map?.toString() ?? '', declaration: readDeclaration(text) };
  } catch (error) {
    if (problems.length > 0) return { ok: false, problems };
    return { ok: false, problems: [problem(entry, firstLine(error))] };
  } finally {
    await build.close();
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

interface AppFiles {
  readonly files: Files;
  readonly libraries: Libraries;
  readonly problems: CompileProblem[];
  onFile(path: string): void;
}

function appFiles({ files, libraries, problems, onFile }: AppFiles): Plugin {
  const codes = new Map<string, string>();
  return {
    name: 'sayso-function',
    resolveId(id, importer) {
      if (importer === undefined) return id;
      if (importer.startsWith(VENDOR)) return id.startsWith('./') ? VENDOR + id.slice(2) : null;
      const from = importer.slice(FILE.length);
      const target = resolveFunctionImport(id, from, files);
      const file = target.kind === 'package' ? libraries.vendor[target.specifier] : undefined;
      if (target.kind === 'file') return FILE + target.path;
      if (file !== undefined) return VENDOR + file;
      if (target.kind === 'code') {
        codes.set(CODE + id, target.code);
        return CODE + id;
      }
      const reason = target.kind === 'refused' ? target.reason : `The package "${id}" is not built in.`;
      problems.push(problem(from, reason, transform(files[from] ?? '', () => {}).placeOf(id)));
      codes.set(CODE + id, 'export default null;');
      return CODE + id;
    },
    async load(id) {
      const code = codes.get(id);
      if (code !== undefined) return { code, moduleType: 'js' };
      if (id.startsWith(VENDOR)) return { code: await readFile(id, 'utf8'), moduleType: 'js' };
      return loadFile(id.slice(FILE.length), { files, problems, onFile });
    },
  };
}

function loadFile(path: string, { files, problems, onFile }: Omit<AppFiles, 'libraries'>): { code: string; moduleType: 'tsx' | 'ts' | 'js' } {
  const text = files[path] ?? '';
  const { faults, lang } = transform(text, () => onFile(path));
  for (const { message, place } of faults) problems.push(problem(path, message, place));
  return faults.length > 0 ? { code: '', moduleType: 'js' } : { code: text, moduleType: lang };
}
