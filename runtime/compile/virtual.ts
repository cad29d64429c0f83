import { z } from 'zod';
import type { RoutablePage } from '../pages.ts';
import { type TableDefinition, visitorAccess } from '../protocol.ts';
import { entityNames, type Files, isCode } from './sources.ts';

// Generated modules, which the app imports but has no files for.

/** The end of each id that a bundler is given. It reads the format of a module from the end of its id: one in `.cjs` would be CommonJS. */
export const END = ':module';

/** The id of a module that is no file of a disk. */
export const virtualId = (prefix: string, name: string): string => `${prefix}${name}${END}`;

export function entityModule(name: string, files: Files): string {
  const schema = readTable(files[`entities/${name}.json`]);
  const definition = schema === null ? null : { ...schema, ...relatedTables(schema, files) };
  const visitors = definition === null ? { read: true, write: true } : visitorsOf(definition.permissions, files[`entities/${name}.json`]);
  const wire = usesTheirNames(files) ? ['theirs'] : [];
  const parameters = [name, visitors, definition, ...wire].map((value) => JSON.stringify(value)).join(', ');
  return `import { createEntity } from "@sayso/sdk";\nexport const ${name} = createEntity(${parameters});\nexport default ${name};\n`;
}

/** Rules of rows may let in visitors, whatever the permissions say: the server decides then. */
function visitorsOf(permissions: TableDefinition['permissions'], text = ''): { readonly read: boolean; readonly write: boolean } {
  const { data } = z.object({ 'x-accessControl': z.object({ rules: z.record(z.string(), z.unknown()) }) }).safeParse(parseJson(text));
  const ruled = Object.keys(data?.['x-accessControl'].rules ?? {});
  const { read, write } = visitorAccess(permissions);
  return { read: read || ruled.includes('read'), write: write || ruled.some((operation) => operation !== 'read') };
}

const answers = new WeakMap<Files, boolean>();

/** Whether the app's code reads rows by the names of Base44's client. */
function usesTheirNames(files: Files): boolean {
  const known = answers.get(files);
  if (known !== undefined) return known;
  const uses = Object.entries(files).some(
    ([path, text]) => isCode(path) && /\b(?:created_date|updated_date|created_by|base44)\b/.test(text),
  );
  answers.set(files, uses);
  return uses;
}

const permission = z.enum(['anonymous', 'all', 'creator', 'admin', 'none']).catch('creator');
const table = z.looseObject({
  properties: z.record(z.string(), z.looseObject({})).default({}),
  'x-accessControl': z
    .object({ permissions: z.object({ read: permission, write: permission }).partial() })
    .partial()
    .optional(),
});
/** Parts of the schema that the browser does not use. */
const LEFT_OUT = new Set(['name', 'type', 'x-accessControl', 'x-ui', 'x-userFields', 'additionalProperties']);

/** The schema as the app's code reads it; null for an invalid one, which the check of the files reports. */
function readTable(text = ''): TableDefinition | null {
  const { success, data } = table.safeParse(parseJson(text));
  if (!success) return null;
  const { read = 'creator', write = 'creator' } = data['x-accessControl']?.permissions ?? {};
  const shown = Object.fromEntries(Object.entries(data).filter(([key]) => !LEFT_OUT.has(key)));
  return { ...shown, properties: data.properties, permissions: { read, write } };
}

/** The tables that fields reference, not transitively: labels and choices need one step. */
function relatedTables({ properties }: TableDefinition, files: Files): Pick<TableDefinition, 'related'> {
  const names = Object.values(properties).flatMap((property) => [
    property,
    property.items,
    ...Object.values(property.items?.properties ?? {}),
  ]);
  const related = names.flatMap((property) => {
    const name = property?.['x-reference'];
    const schema =
      typeof name === 'string' && Object.hasOwn(files, `entities/${name}.json`) ? readTable(files[`entities/${name}.json`]) : null;
    return schema === null ? [] : [[name, schema] as const];
  });
  return related.length === 0 ? {} : { related: Object.fromEntries(related) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `@/entities/User`: the signed-in user and, when the app has a table of that name, its rows; for code of Base44 the people who use the app. */
export function userModule(files: Files): string {
  const hasTable = Object.hasOwn(files, 'entities/User.json');
  if (!hasTable && !usesTheirNames(files)) return 'export * from "@sayso/user";\nexport { default } from "@sayso/user";\n';
  const [module, rows] = hasTable
    ? ['import { createEntity } from "@sayso/sdk";', 'createEntity("User")']
    : ['import { people } from "@sayso/base44";', 'people'];
  return `${module}
import { User as account } from "@sayso/user";
export { me, login, logout, updateMyUserData } from "@sayso/user";
export const User = { ...${rows}, ...account };
export default User;
`;
}

export function allEntitiesModule(files: Files): string {
  const names = entityNames(files).filter((name) => name !== 'User');
  return `${names.map((name) => `export { ${name} } from "@/entities/${name}";\n`).join('')}export { User } from "@/entities/User";\n`;
}

export interface EntryInput {
  readonly routes: readonly RoutablePage[];
  readonly hasLayout: boolean;
  /** The file that mounts the app; null for one that is made of pages alone. */
  readonly root: string | null;
  /** The address of a file of the app in the entry's imports. */
  address(path: string): string;
}

/** The definition of the app: its pages, layout and routes. Pages load when they are first shown. */
export function entryModule({ routes, hasLayout, root, address }: EntryInput): string {
  const load = (path: string) => `() => import(${JSON.stringify(address(path))})`;
  const pages = routes.map(({ name }) => `  ${JSON.stringify(name)}: ${load(`pages/${name}`)},\n`).join('');
  return `export const pages = {\n${pages}};
export const layout = ${hasLayout ? load('layout') : 'null'};
${root === null ? '' : `export const root = ${load(root)};\n`}export const routes = ${JSON.stringify(routes)};
`;
}
