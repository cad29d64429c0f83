import { z } from 'zod';
import type { FileKind } from '../versions/paths.ts';
import type { SaveApp } from '../versions/saving.ts';

/** A file: its text, or an object that has it. */
const text = z.union([z.string(), z.looseObject({ code: z.string() }), z.looseObject({ content: z.string() })], 'must be text');
const schema = z.record(z.string(), z.unknown());
const LISTS = 'must be an object of names and contents, or a list of objects with "name" and "code"';
const code = z.union([z.record(z.string(), text), z.array(text.and(z.looseObject({ name: z.string() })))], LISTS);
/** By name or listed: a schema as an object, or as text. */
const tables = z.union(
  [z.record(z.string(), z.union([z.string(), schema])), z.array(z.looseObject({ name: z.string(), schema: schema.optional() }))],
  'must be an object of names and schemas, or a list of schemas with a "name"',
);
const genApp = z.looseObject({
  name: z.string().nullish(),
  description: z.string().nullish(),
  pages: code.nullish(),
  components: code.nullish(),
  services: code.nullish(),
  /** By path: code in other folders, and what it imports. */
  modules: z.record(z.string(), text).nullish(),
  entities: tables.nullish(),
  /** The schema of what the app keeps about its users; read back as a table, under its own name. */
  user_entity: z.union([z.string(), schema], 'must be a schema').nullish(),
  layout: text.nullish(),
  globalsCss: text.nullish(),
  mainPage: z.string().nullish(),
});
const plainApp = z.looseObject({ name: z.string().nullish(), header: z.string().nullish(), description: z.string().nullish() });

/** `POST /api/apps` of section 7: a generated app with its files, or a plain one with its properties. */
export const saveAppBody = z.object({
  appType: z.enum(['generated', 'space', 'single_tool', 'ai']).nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  genApp: genApp.nullish(),
  app: plainApp.nullish(),
  appBuilderVersion: z.union([z.number(), z.string()]).nullish(),
  appId: z.string().nullish(),
});

const KINDS = { pages: 'page', components: 'component', services: 'service', entities: 'entity' } as const satisfies Record<
  string,
  FileKind
>;
const OWN = new Set(['id', 'name', 'description']);

export function toSaveApp(body: z.infer<typeof saveAppBody>): SaveApp {
  const { appType, genApp, app, appId } = body;
  const { name, description } = labelsOf(body);
  const props = app && Object.fromEntries(Object.entries(app).filter(([key]) => !OWN.has(key) && /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key)));
  return {
    ...(appId ? { appId } : {}),
    ...(appType ? { appType } : {}),
    ...(name ? { name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(props ? { props } : {}),
    ...(genApp?.mainPage ? { mainPage: genApp.mainPage } : {}),
    ...(genApp ? filesOf(genApp) : {}),
  };
}

/** The name and the description of the app itself come before those of the body. */
function labelsOf({ genApp, app, name, description }: z.infer<typeof saveAppBody>) {
  return {
    name: genApp?.name ?? app?.name ?? app?.header ?? name,
    description: genApp?.description ?? app?.description ?? description,
  };
}

/** Given files replace all files of their kind; other kinds stay. */
function filesOf(app: z.infer<typeof genApp>): Pick<SaveApp, 'files' | 'replaces'> {
  const files: Record<string, string> = {};
  const replaces: FileKind[] = [];
  for (const [folder, kind] of Object.entries(KINDS)) {
    const given = app[folder as keyof typeof KINDS];
    if (!given) continue;
    replaces.push(kind);
    Object.assign(files, folderFiles(folder, kind, given));
  }
  if (app.modules) {
    replaces.push('module', 'asset');
    for (const [path, content] of Object.entries(app.modules)) files[path] = textOf(content);
  }
  if (app.user_entity) files['entities/User.json'] = schemaText(app.user_entity);
  for (const [path, kind, content] of [
    ['layout', 'layout', app.layout],
    ['globals.css', 'globalsCss', app.globalsCss],
  ] as const) {
    if (content === undefined) continue;
    replaces.push(kind);
    if (textOf(content) !== '') files[path] = textOf(content);
  }
  return { files, replaces };
}

function folderFiles(folder: string, kind: FileKind, given: object): Record<string, string> {
  const text = kind === 'entity' ? schemaText : textOf;
  const pathOf = (name: string) => (name.startsWith(`${folder}/`) ? name : `${folder}/${name}`);
  return Object.fromEntries(named(given).map(([name, content]) => [pathOf(name), text(content)]));
}

function named(given: object): [name: string, content: unknown][] {
  return Array.isArray(given) ? given.map((one: { readonly name: string }) => [one.name, one]) : Object.entries(given);
}

function textOf(file: unknown): string {
  if (typeof file === 'string') return file;
  const { code, content } = (file ?? {}) as { readonly code?: string; readonly content?: string };
  return code ?? content ?? '';
}

function schemaText(table: unknown): string {
  if (typeof table === 'string') return table;
  const { schema = table } = table as { readonly schema?: unknown };
  return JSON.stringify(schema, null, 2);
}
