// Packs the packages for plugin authors as JavaScript and declarations, because Node does not strip types in node_modules. `npm run pack`
// writes one tarball per package to dist/packages; `-- <folder> [<package> …]` chooses another folder and some packages. In the workspace
// the same packages run from source.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { listedPlugins } from '../core/plugins/index.ts';
import { compile } from './compile.ts';

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** Packs the named packages, or all, into a folder; returns the paths of the tarballs. */
async function packAll(directory: string, names: readonly string[]): Promise<string[]> {
  const wanted = (name: string): boolean => names.length === 0 || names.includes(name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const refs = listedPlugins().filter(wanted);
  return [
    ...(wanted('@sayso/core') ? [packCompiled('core', directory)] : []),
    ...(wanted('create-sayso-plugin') ? [packCompiled('create-plugin', directory, addTemplate)] : []),
    ...(wanted('create-sayso-integration') ? [await packIntegrationTool(directory)] : []),
    ...(refs.length > 0 ? packRefs(refs, directory) : []),
  ];
}

/** Packs a package that its `tsconfig.pack.json` compiles; `include` adds other files. */
function packCompiled(folder: string, directory: string, include?: (staging: string) => void): string {
  const source = join(ROOT, folder);
  const staging = join(directory, folder);
  mkdirSync(staging);
  compile(['-p', join(source, 'tsconfig.pack.json'), '--outDir', staging]);
  include?.(staging);
  cpSync(join(source, 'README.md'), join(staging, 'README.md'));
  return pack(staging, publishedManifest(readManifest(join(source, 'package.json'))));
}

/** Packages that the tool for integrations keeps outside of its bundle: the engine is found by its files. */
const OUTSIDE = ['quickjs-wasi', 'undici', 'zod'];

/** Packs the scaffold and the tests of integration packages, bundled with the isolation of the plugin, whose process stands beside them. */
async function packIntegrationTool(directory: string): Promise<string> {
  const source = join(ROOT, 'create-integration');
  const plugin = join(ROOT, 'plugins', 'integrations');
  const staging = join(directory, 'create-integration');
  mkdirSync(staging);
  const manifest = readManifest(join(source, 'package.json'));
  const input = Object.fromEntries(Object.values(manifest.bin ?? {}).map((path) => [basename(path, '.ts'), join(source, path)]));
  const bundle = await rolldown({ cwd: ROOT, platform: 'node', input, external: OUTSIDE, logLevel: 'silent' });
  await bundle.write({ dir: staging, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' });
  for (const file of ['process.child.mjs', 'guest.mjs']) cpSync(join(plugin, 'sandbox', file), join(staging, file));
  cpSync(join(source, 'types', 'index.d.ts'), join(staging, 'types', 'index.d.ts'));
  cpSync(join(source, 'template'), join(staging, 'template'), { recursive: true });
  cpSync(join(source, 'README.md'), join(staging, 'README.md'));
  const { dependencies = {} } = readManifest(join(plugin, 'package.json'));
  return pack(staging, { ...publishedManifest(manifest), dependencies: rangesOf(OUTSIDE, dependencies) });
}

/** Packs the refs of the bundled plugins: `ref.ts` and its types, without the plugin. */
function packRefs(names: readonly string[], directory: string): string[] {
  const compiled = join(directory, '.refs');
  compile(['-p', join(ROOT, 'plugins', 'tsconfig.pack.json'), '--outDir', compiled]);
  const files = names.flatMap((name) => {
    const source = realpathSync(join(ROOT, 'node_modules', name));
    const ref = join(compiled, relative(ROOT, source), 'ref');
    if (!existsSync(`${ref}.js`)) return [];
    const staging = join(directory, basename(source));
    mkdirSync(staging);
    for (const extension of ['.js', '.d.ts']) cpSync(ref + extension, join(staging, `ref${extension}`));
    const used = [...readFileSync(`${ref}.d.ts`, 'utf8').matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, one = '']) => one);
    const peers = new Set(['@sayso/core', ...used].filter((one) => one !== name));
    const { version } = readManifest(join(source, 'package.json'));
    const description = `What plugins may use of ${name}: its ref and its types.`;
    const ranges = { ...coreVersions(), ...Object.fromEntries(listedPlugins().map((one) => [one, `^${version}`])) };
    const manifest = { name, version, description, license: 'MIT', type: 'module', exports: { './ref': './ref.ts' } };
    return [pack(staging, { ...publishedManifest(manifest), peerDependencies: rangesOf([...peers], ranges) })];
  });
  rmSync(compiled, { recursive: true });
  return files;
}

/** Packs a staged package; returns the path of the tarball. */
function pack(staging: string, manifest: Manifest): string {
  cpSync(join(ROOT, 'LICENSE'), join(staging, 'LICENSE'));
  writeManifest(join(staging, 'package.json'), manifest);
  const directory = dirname(staging);
  const answer = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: staging,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [packed] = JSON.parse(answer) as { filename: string }[];
  if (!packed) throw new Error(`npm packed nothing from ${staging}.`);
  return join(directory, packed.filename);
}

function rangesOf(names: readonly string[], ranges: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, ranges[name] ?? '*']));
}

/** Adds the template: the plugin `hello` in the frame of a standalone package. */
function addTemplate(staging: string): void {
  const template = join(staging, 'template');
  cpSync(join(ROOT, 'create-plugin', 'frame'), template, { recursive: true });
  cpSync(join(ROOT, 'plugins', 'hello'), join(template, 'src'), {
    recursive: true,
    filter: (path) => !/node_modules|package\.json$|README\.md$/.test(path),
  });
  const file = join(template, 'package.json');
  const frame = readManifest(file);
  const versions = { ...readManifest(join(ROOT, 'package.json')).devDependencies, ...coreVersions() };
  const filled = (names: Readonly<Record<string, string>> = {}) => rangesOf(Object.keys(names), versions);
  const { peerDependencies, devDependencies } = frame;
  writeManifest(file, { ...frame, peerDependencies: filled(peerDependencies), devDependencies: filled(devDependencies) });
}

function coreVersions(): Record<string, string> {
  const { name, version, peerDependencies } = readManifest(join(ROOT, 'core', 'package.json'));
  return { ...peerDependencies, [name]: `^${version}` };
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function writeManifest(file: string, manifest: Manifest): void {
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The manifest for publication: compiled files instead of sources, and no fields that concern only the workspace. */
function publishedManifest({ private: _private, devDependencies: _own, ...manifest }: Manifest): Manifest {
  const compiled = (path: string): string => path.replace(/\.ts$/, '.js');
  const exports = Object.entries(manifest.exports ?? {}).map(([name, path]) => [
    name,
    { types: path.replace(/\.ts$/, '.d.ts'), default: compiled(path) },
  ]);
  const bin = Object.entries(manifest.bin ?? {}).map(([name, path]) => [name, compiled(path)]);
  return {
    ...manifest,
    ...(manifest.exports ? { exports: Object.fromEntries(exports) } : {}),
    ...(manifest.bin ? { bin: Object.fromEntries(bin) } : {}),
    engines: { node: '>=22.18' },
  } as Manifest;
}

const [target = join(ROOT, 'dist', 'packages'), ...names] = process.argv.slice(2);
for (const file of await packAll(resolve(target), names)) console.log(file);
