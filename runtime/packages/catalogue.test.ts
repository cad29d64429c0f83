import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { INTERNAL_PACKAGES, PACKAGES } from '../compile/allowed.ts';
import { appOf } from '../compile/app.fixture.ts';
import { checkApp } from '../compile/preview.ts';
import { zipProject } from '../project/project.ts';
import { ensureLibraries } from '../scripts/libraries.ts';
import { ON_DEMAND, OWN_PACKAGES, packageOf, STAND_INS } from './catalogue.ts';
import { pageOf, SAMPLES } from './gallery.fixture.ts';

/** Licences whose code may be distributed with a program under MIT. */
const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
  'BlueOak-1.0.0',
]);
/** The licence text is in a file that its manifest names. */
const READ: Readonly<Record<string, string>> = { 'MIT OR SEE LICENSE IN FEEL-FREE.md': 'MIT' };
const require = createRequire(import.meta.url);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package where Node finds it from a folder. */
async function findPackage(name: string, from: string): Promise<{ readonly folder: string; readonly manifest: Manifest } | null> {
  for (const modules of createRequire(`${from}/package.json`).resolve.paths(name) ?? []) {
    const text = await readFile(`${modules}/${name}/package.json`, 'utf8').catch(() => null);
    if (text !== null) return { folder: `${modules}/${name}`, manifest: JSON.parse(text) as Manifest };
  }
  return null;
}

/** All packages that reach browsers, with those that they depend on. */
async function shipped(): Promise<ReadonlyMap<string, Manifest>> {
  const found = new Map<string, Manifest>();
  const visit = async (name: string, from: string): Promise<void> => {
    const one = await findPackage(name, from);
    if (one === null || found.has(one.folder)) return;
    found.set(one.folder, one.manifest);
    const { dependencies, optionalDependencies } = one.manifest;
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) await visit(other, one.folder);
  };
  const names = Object.keys({ ...PACKAGES, ...INTERNAL_PACKAGES, ...ON_DEMAND }).map(packageOf);
  for (const name of new Set(names)) if (!OWN_PACKAGES.includes(name)) await visit(name, import.meta.dirname);
  return found;
}

function isPermissive(licence: string): boolean {
  const text = READ[licence] ?? licence.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((one) => isPermissive(one));
  return text.split(' AND ').every((one) => PERMISSIVE.has(one));
}

test('each package and each of its dependencies has a licence that MIT permits, and no install script', async () => {
  const packages = [...(await shipped()).values()];
  const refused = packages.flatMap(({ name, version, license, licenses, scripts = {} }) => {
    const licence = typeof license === 'object' ? license.type : (license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none');
    const script = ['preinstall', 'install', 'postinstall'].find((one) => scripts[one] !== undefined);
    return isPermissive(licence) && script === undefined ? [] : `${name}@${version}: ${licence} ${script ?? ''}`;
  });
  expect(packages.length).toBeGreaterThan(150);
  expect(refused).toEqual([]);
});

test('the versions of the packages are exact', async () => {
  const { dependencies = {} } = JSON.parse(await readFile(require.resolve('../package.json'), 'utf8')) as Manifest;
  const names = Object.keys(ON_DEMAND)
    .map(packageOf)
    .filter((name) => dependencies[name] !== undefined && name !== '@hookform/resolvers');
  expect(names.filter((name) => !/^(?:npm:@[\w/-]+@)?\d+\.\d+\.\d+$/.test(dependencies[name] ?? ''))).toEqual([]);
});

describe('the project of an app', () => {
  const files = Object.fromEntries(Object.values(SAMPLES).map((sample, index) => [`pages/P${index}`, pageOf(sample)]));

  async function projectOf(pages: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
    const libraries = await ensureLibraries();
    const sources = appOf(pages);
    const { graph, routes } = await checkApp(sources, libraries, () => {});
    const address = { appId: 'app', slug: 'app', builderUrl: 'http://builder', apiUrl: 'http://api' };
    const zip = unzipSync(await zipProject({ sources, graph, routes, libraries, address }));
    return Object.fromEntries(Object.entries(zip).map(([path, bytes]) => [path.slice('app/'.length), strFromU8(bytes)]));
  }

  test('has the same text in files whose names differ only in case, which are one file on macOS and Windows', async () => {
    const files = Object.entries(await projectOf({}));
    const texts = new Map(files.map(([path, text]) => [path.toLowerCase(), text]));
    const differing = files.filter(([path, text]) => texts.get(path.toLowerCase()) !== text);
    expect(differing.map(([path]) => path)).toEqual([]);
  });

  // The import of projects leads them back to the packages: plugins/apps/importing/project.ts.
  test('names stand-ins by the last part of the package', () => {
    const places = Object.entries(STAND_INS).map(
      ([specifier, path]) => [specifier, path.replace(/^packages\/stand-ins\/|\.tsx?$/g, '')] as const,
    );
    expect(places.filter(([specifier, place]) => specifier !== place)).toEqual([['@tanstack/react-query', 'react-query']]);
  });

  test('lists what it imports with exact versions, and nothing that it does not import', async () => {
    const { dependencies: all = {} } = JSON.parse((await projectOf(files))['package.json'] ?? '') as Manifest;
    expect(Object.values(all).filter((version) => !/^(?:npm:@[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(all['xlsx']).toMatch(/^npm:@e965\/xlsx@/);
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining(['leaflet', 'lodash-es', 'react-quill-new', '@radix-ui/react-dialog', 'html-to-image']),
    );
    const { dependencies: few = {} } = JSON.parse((await projectOf({}))['package.json'] ?? '') as Manifest;
    expect(Object.keys(few).filter((name) => Object.keys(ON_DEMAND).map(packageOf).includes(name))).toEqual(['@hookform/resolvers']);
  });

  test('imports stand-ins and single functions from its own files', async () => {
    const project = await projectOf({
      'pages/Home': `import L from 'leaflet';
import debounce from 'lodash/debounce';
import _ from 'lodash';
import { Facebook, Unheard } from 'lucide-react';
import 'react-quill/dist/quill.snow.css';
export default () => <p>{typeof debounce}{typeof L}{typeof _}<Facebook/><Unheard/></p>;`,
    });
    const page = project['src/pages/Home.tsx'] ?? '';
    const imported = [...page.matchAll(/from '([^']+)'|import '([^']+)'/g)].map(([, from, sheet]) => from ?? sheet);
    expect(imported).toEqual([
      '@/sayso/packages/stand-ins/leaflet',
      '@/$member/lodash-es/debounce',
      'lodash-es',
      '@/$missing/lucide-react/Unheard',
      'react-quill-new/dist/quill.snow.css',
    ]);
    expect(project['src/$missing/lucide-react/Unheard.js']).toContain('"@/sayso/packages/stand-ins/lucide-react"');
    expect(Object.keys(project)).toEqual(
      expect.arrayContaining(['src/sayso/packages/stand-ins/leaflet.ts', 'src/$member/lodash-es/debounce.js']),
    );
  });
});
