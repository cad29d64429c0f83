import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { withFileAddresses } from '../compile/file-addresses.ts';
import { DIST, type Libraries } from '../compile/libraries.ts';
import { bundledText, isBundled, isPureBundled } from '../compile/package-bundles.ts';
import { type Files, problem } from '../compile/sources.ts';
import { transform } from '../compile/transform.ts';
import { END, virtualId } from '../compile/virtual.ts';
import { type AppSources, type CompileProblem, type FunctionBundle, functionPath } from '../ref.ts';
import { readDeclaration } from './declaration.ts';
import { resolveFunctionImport } from './modules.ts';

const VENDOR = fileURLToPath(new URL('vendor/', DIST));
const FILE = 'app:';
const ALLOWED = 'package:';
const CODE = 'code:';
const ENTRY = 'sayso:entry';
const GUEST_FOLDER = fileURLToPath(new URL('./guest/', import.meta.url));
const GUEST = `${GUEST_FOLDER}guest.ts`;
const MAX_BUNDLE_BYTES = 2_000_000;

export interface BundleOptions {
  readonly libraries: Libraries;
  readonly onFile: (path: string) => void;
  /** The origin and the path below which the files of the app are; its code names them by paths, which lead nowhere without a page. */
  readonly filesAt: string;
}

/**
 * One server function with everything that it imports, as one module that exports `run(call)`. The handler is the default export of the file,
 * or what `Deno.serve` was given.
 */
export async function bundleFunction(
  { files }: Pick<AppSources, 'files'>,
  name: string,
  { libraries, onFile, filesAt }: BundleOptions,
): Promise<FunctionBundle> {
  const entry = functionPath(name, files);
  if (entry === null) return { ok: false, problems: [problem(`functions/${name}`, `There is no function "${name}".`)] };
  const text = files[entry] ?? '';
  const problems: CompileProblem[] = [];
  const build = await rolldown({
    input: ENTRY,
    platform: 'neutral',
    plugins: [appFiles({ entry, files, libraries, onFile, filesAt, problems })],
    transform: { target: 'es2022' },
    treeshake: { moduleSideEffects: (id) => hasEffects(id, libraries) },
    logLevel: 'silent',
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      minify: false,
      sourcemap: true,
      sourcemapPathTransform: (id) => (id.endsWith(END) ? id.slice(0, -END.length) : id),
      comments: false,
      codeSplitting: false,
    });
    const [chunk] = output;
    if (problems.length > 0) return { ok: false, problems };
    if (chunk.code.length > MAX_BUNDLE_BYTES)
      return { ok: false, problems: [problem(entry, `The function has more than ${MAX_BUNDLE_BYTES} bytes.`)] };
    return { ok: true, code: chunk.code, map: chunk.map?.toString() ?? '', declaration: readDeclaration(text) };
  } catch (error) {
    if (problems.length > 0) return { ok: false, problems };
    return { ok: false, problems: [problem(entry, firstLine(error))] };
  } finally {
    await build.close();
  }
}

function hasEffects(id: string, libraries: Libraries): boolean {
  if (id.startsWith(ALLOWED)) return !isPureBundled(id.slice(ALLOWED.length), libraries);
  return id.startsWith(FILE) || id.startsWith(GUEST_FOLDER);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

interface AppFiles extends BundleOptions {
  /** The file of the function. */
  readonly entry: string;
  readonly files: Files;
  readonly problems: CompileProblem[];
}

function appFiles(given: AppFiles): Plugin {
  const { entry } = given;
  // The client is there before the function's own modules are evaluated.
  const run = `import { handle } from 'sayso:guest';\nimport * as exported from '${virtualId(FILE, entry)}';\nexport const run = (call) => handle(exported, call);\n`;
  const codes = new Map([[ENTRY, run]]);
  const keep = (id: string, code: string): string => {
    codes.set(virtualId(CODE, id), code);
    return virtualId(CODE, id);
  };
  return {
    name: 'sayso-function',
    resolveId(id, importer) {
      if (importer === undefined || id === virtualId(FILE, entry)) return id;
      if (importer === ENTRY) return GUEST;
      if (importer.startsWith(GUEST_FOLDER)) return GUEST_FOLDER + id.slice(2);
      if (importer.startsWith(VENDOR)) return id.startsWith('./') ? VENDOR + id.slice(2) : null;
      const from = importer.startsWith(ALLOWED) ? importer.slice(ALLOWED.length) : importer.slice(FILE.length, -END.length);
      return resolveId(id, from, { ...given, keep });
    },
    async load(id) {
      const code = codes.get(id);
      if (code !== undefined) return { code, moduleType: 'js' };
      if (id.startsWith(GUEST_FOLDER)) return { code: await readFile(id, 'utf8'), moduleType: 'ts' };
      if (id.startsWith(VENDOR)) return { code: await readFile(id, 'utf8'), moduleType: 'js' };
      if (id.startsWith(ALLOWED)) return { code: bundledText(id.slice(ALLOWED.length), given.libraries) ?? '', moduleType: 'js' };
      return loadFile(id.slice(FILE.length, -END.length), given);
    },
  };
}

/** The module of an import of the file at `from`. Reports an import that leads nowhere; the bundle is not used then. */
function resolveId(
  id: string,
  from: string,
  { entry, files, libraries, problems, keep }: AppFiles & { keep(id: string, code: string): string },
): string {
  const target = resolveFunctionImport(id, from, { files, libraries });
  if (target.kind === 'file') return virtualId(FILE, target.path);
  if (target.kind === 'allowed') return ALLOWED + target.key;
  if (target.kind === 'guest') return GUEST_FOLDER + target.file;
  if (target.kind === 'code') return keep(id, target.code);
  const file = target.kind === 'package' ? libraries.vendor[target.specifier] : undefined;
  if (file !== undefined) return VENDOR + file;
  const reason = target.kind === 'refused' ? target.reason : `The package "${id}" is not built in.`;
  if (isBundled(from)) problems.push(problem(entry, reason));
  else problems.push(problem(from, reason, transform(files[from] ?? '', () => {}).placeOf(id)));
  return keep(id, 'export default null;');
}

function loadFile(
  path: string,
  { files, problems, onFile, filesAt }: Omit<AppFiles, 'entry' | 'libraries'>,
): { code: string; moduleType: 'tsx' | 'ts' | 'js' } {
  const text = files[path] ?? '';
  const { faults, lang } = transform(text, () => onFile(path));
  for (const { message, place } of faults) problems.push(problem(path, message, place));
  return faults.length > 0 ? { code: '', moduleType: 'js' } : { code: withFileAddresses(text, { lang, filesAt }), moduleType: lang };
}
