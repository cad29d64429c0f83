import { z } from 'zod';
import type { RoutablePage } from '../pages.ts';
import type { VisitorAccess } from '../protocol.ts';
import { entityNames } from './resolve.ts';
import type { Files } from './sources.ts';

// Generated modules: the app imports them, but no file of it holds them.

export function entityModule(name: string, files: Files): string {
  const parameters = `${JSON.stringify(name)}, ${JSON.stringify(visitorAccess(files[`entities/${name}.json`]))}`;
  return `import { createEntity } from "@sayso/sdk";\nexport const ${name} = createEntity(${parameters});\nexport default ${name};\n`;
}

const declared = z.object({
  'x-accessControl': z
    .object({ permissions: z.object({ read: z.string().optional(), write: z.string().optional() }).optional() })
    .optional(),
});

/**
 * What people without an account may do with a table. The server decides on each call; the app knows it in advance, so that the page of a
 * visitor makes no call that must fail. Everything for a schema that cannot be read.
 */
function visitorAccess(schema = ''): VisitorAccess {
  const { success, data } = declared.safeParse(parseJson(schema));
  if (!success) return { read: true, write: true };
  const { read = 'creator', write = 'creator' } = data['x-accessControl']?.permissions ?? {};
  return { read: read === 'all' || read === 'anonymous', write: write === 'anonymous' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `@/entities/User`: who is signed in and, when the app has a table of that name, its rows. */
export function userModule(files: Files): string {
  if (!Object.hasOwn(files, 'entities/User.json')) return 'export * from "@sayso/user";\nexport { default } from "@sayso/user";\n';
  return `import { createEntity } from "@sayso/sdk";
import { User as account } from "@sayso/user";
export { me, login, logout, updateMyUserData } from "@sayso/user";
export const User = { ...createEntity("User"), ...account };
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
  /** The address of a file of the app in the entry's imports. */
  address(path: string): string;
}

/** The definition of the app: what its pages, layout and routes are. Pages load when they are first shown. */
export function entryModule({ routes, hasLayout, address }: EntryInput): string {
  const load = (path: string) => `() => import(${JSON.stringify(address(path))})`;
  const pages = routes.map(({ name }) => `  ${JSON.stringify(name)}: ${load(`pages/${name}`)},\n`).join('');
  return `export const pages = {\n${pages}};
export const layout = ${hasLayout ? load('layout') : 'null'};
export const routes = ${JSON.stringify(routes)};
`;
}
