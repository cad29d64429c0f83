// Packs what authors of plugins get, as JavaScript and declarations, since Node strips no types below node_modules: `npm run pack`
// leaves one file a package in dist/packages, or in the folder that it is given. In the workspace the same packages run from their sources.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compile } from './compile.ts';

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** Packages by folder. Each compiles with its `tsconfig.pack.json`; `include` adds files that the compiler does not make. */
const packages: readonly { readonly folder: string; include?(staging: string): void }[] = [
  { folder: 'core' },
  { folder: 'create-plugin', include: addTemplate },
];

/** Makes the packages in this folder. The path of each file by the name of its package. */
function packAll(directory: string): ReadonlyMap<string, string> {
  rmSync(directory, { recursive: true, force: true });
  return new Map(packages.map((one) => pack(one, directory)));
}

function pack({ folder, include }: (typeof packages)[number], directory: string): [string, string] {
  const source = join(ROOT, folder);
  const staging = join(directory, folder);
  mkdirSync(staging, { recursive: true });
  compile(['-p', join(source, 'tsconfig.pack.json'), '--outDir', staging]);
  include?.(staging);
  cpSync(join(source, 'README.md'), join(staging, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(staging, 'LICENSE'));
  const manifest = publishedManifest(readManifest(join(source, 'package.json')));
  writeManifest(join(staging, 'package.json'), manifest);
  const answer = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: staging,
    encoding: 'utf8',
    shell: isWindows,
  });
  const [packed] = JSON.parse(answer) as { filename: string }[];
  if (!packed) throw new Error(`npm packed nothing from ${folder}.`);
  return [manifest.name, join(directory, packed.filename)];
}

/** The plugin `hello` is what authors begin with, in the frame of a package of its own. */
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
  const filled = (names: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, versions[name] ?? '*']));
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

const isWindows = process.platform === 'win32';

/** The manifest of the workspace with what is compiled in place of the sources, and without what concerns the workspace alone. */
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

const directory = resolve(process.argv[2] ?? join(ROOT, 'dist', 'packages'));
for (const [name, file] of packAll(directory)) console.log(`${name}: ${file}`);
