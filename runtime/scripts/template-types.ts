// Type-checks the templates with `tsc`, each with generated modules for its tables, which are typed by their schemas.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PropertyDefinition, TableDefinition } from '../protocol.ts';
import { readAppFolder, templateNames } from '../templates/index.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, '.cache', 'template-types');

const tsconfig = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    // Off, because models write apps without it, and templates are examples for them.
    exactOptionalPropertyTypes: false,
    paths: {
      '@/components/ui/*': ['../../runtime/kit/*'],
      '@/components/blocks/*': ['../../runtime/blocks/*'],
      '@/hooks/*': ['../../runtime/kit/*'],
      '@/lib/utils': ['../../runtime/kit/cn.ts'],
      '@/utils': ['../../runtime/sdk/navigation.ts'],
      '@/auth': ['../../runtime/sdk/auth.ts'],
    },
  },
  include: ['.'],
};

rmSync(folder, { recursive: true, force: true });
write('tsconfig.json', JSON.stringify(tsconfig));
const apps = [...(await templateNames()).map((name) => `runtime/templates/${name}`), 'test/gallery/blocks'];
for (const name of apps) {
  const { files } = await readAppFolder(pathToFileURL(`${join(root, name)}/`));
  for (const [path, text] of Object.entries(files)) {
    if (path.startsWith('entities/')) write(`${name}/${path.replace(/\.json$/, '.ts')}`, tableModule(path, JSON.parse(text)));
    else if (path !== 'globals.css') write(`${name}/${path}.tsx`, withOwnPaths(path, text, Object.keys(files)));
  }
}
const { stdout, status } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
// biome-ignore lint/suspicious/noConsole: the result of this script
if (status !== 0) console.error(stdout.replaceAll('.cache/template-types/', ''));
process.exitCode = status ?? 1;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Rewrites imports of the template's own files to relative paths, because all templates are checked as one program. */
function withOwnPaths(path: string, text: string, paths: readonly string[]): string {
  const up = path.includes('/') ? '../' : './';
  return text.replaceAll(/(from\s+['"])@\/([^'"]+)/g, (whole, before: string, target: string) =>
    paths.includes(target) || paths.includes(`${target}.json`) ? `${before}${up}${target}` : whole,
  );
}

function tableModule(path: string, schema: TableDefinition): string {
  const name = path.replace(/^entities\//, '').replace(/\.json$/, '');
  const type = fieldsType(schema.properties, schema.required);
  return `import type { BaseRow, Entity } from '@/components/blocks/data';
export interface ${name} extends BaseRow ${type}
export declare const ${name}: Entity<${name}>;
export default ${name};
`;
}

function fieldsType(properties: Readonly<Record<string, PropertyDefinition>>, required: readonly string[] = []): string {
  const fields = Object.entries(properties).map(
    ([name, property]) =>
      `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property)}${required.includes(name) ? '' : ' | null'};`,
  );
  return `{ ${fields.join(' ')} }`;
}

function typeOf({ type, enum: options, items, properties, required }: PropertyDefinition): string {
  if (options) return options.map((option) => JSON.stringify(option)).join(' | ');
  if (type === 'array') return `(${items ? typeOf(items) : 'unknown'})[]`;
  if (type === 'object') return properties ? fieldsType(properties, required) : 'Record<string, unknown>';
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}
