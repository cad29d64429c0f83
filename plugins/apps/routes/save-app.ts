import { z } from 'zod';
import type { FileKind } from '../paths.ts';
import type { SaveApp } from '../service-ref.ts';

const code = z.record(z.string(), z.string());
const genApp = z.looseObject({
  name: z.string().optional(),
  description: z.string().optional(),
  pages: code.optional(),
  components: code.optional(),
  services: code.optional(),
  /** Name to schema, as an object or as text. */
  entities: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])).optional(),
  layout: z.string().nullish(),
  globalsCss: z.string().nullish(),
});
const plainApp = z.looseObject({ name: z.string().optional(), header: z.string().optional(), description: z.string().optional() });

/** `POST /api/apps` of section 7: a generated app with its files, or a plain one with its properties. */
export const saveAppBody = z.object({
  appType: z.enum(['generated', 'space', 'single_tool', 'ai']).optional(),
  genApp: genApp.optional(),
  app: plainApp.optional(),
  appBuilderVersion: z.union([z.number(), z.string()]).optional(),
  appId: z.string().optional(),
});

const KINDS = { pages: 'page', components: 'component', services: 'service', entities: 'entity' } as const satisfies Record<
  string,
  FileKind
>;
const OWN = new Set(['id', 'name', 'description']);

export function toSaveApp({ appType, genApp, app, appId }: z.infer<typeof saveAppBody>): SaveApp {
  const name = genApp?.name ?? app?.name ?? app?.header;
  const description = genApp?.description ?? app?.description;
  const props = app && Object.fromEntries(Object.entries(app).filter(([key]) => !OWN.has(key) && /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key)));
  return {
    ...(appId === undefined ? {} : { appId }),
    ...(appType === undefined ? {} : { appType }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(props ? { props } : {}),
    ...(genApp ? filesOf(genApp) : {}),
  };
}

/** What is given replaces all files of its kind; what is not given stays. */
function filesOf(app: z.infer<typeof genApp>): Pick<SaveApp, 'files' | 'replaces'> {
  const files: Record<string, string> = {};
  const replaces: FileKind[] = [];
  for (const [folder, kind] of Object.entries(KINDS)) {
    const given = app[folder as keyof typeof KINDS];
    if (!given) continue;
    replaces.push(kind);
    for (const [name, content] of Object.entries(given)) {
      const path = name.startsWith(`${folder}/`) ? name : `${folder}/${name}`;
      files[path] = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    }
  }
  for (const [path, kind, content] of [
    ['layout', 'layout', app.layout],
    ['globals.css', 'globalsCss', app.globalsCss],
  ] as const) {
    if (content === undefined) continue;
    replaces.push(kind);
    if (content) files[path] = content;
  }
  return { files, replaces };
}
