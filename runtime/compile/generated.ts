import { assetModule } from './assets.ts';
import { entityNames, type Files, isCode } from './sources.ts';

// Modules that apps of other builders import and that are made for each app: the client with the app's own tables.

/** Import specifier → key of the module. */
export const GENERATED: Readonly<Record<string, string>> = {
  '@/api/base44Client': '$base44/client',
  '@/lib/base44Client': '$base44/client',
  '@base44/sdk': '$base44/sdk',
  '@base44/sdk/dist/utils/axios-client': '$base44/sdk',
  '@/api/entities': '$base44/entities',
  '@/api/integrations': '$base44/integrations',
  '@/api/functions': '$base44/functions',
  '@/functions': '$base44/functions',
  '@/functions/all': '$base44/functions',
  '@/agents': '$base44/agents',
  '@/api/agents': '$base44/agents',
};

/** The module at a key that begins with `$`. */
export function generatedModule(key: string, files: Files): string {
  if (key.startsWith('$asset/')) return assetModule(key.slice('$asset/'.length), files);
  if (key.startsWith('$functions/')) return functionModule(key.slice('$functions/'.length));
  if (key.startsWith('$integrations/')) return integrationModule(key.slice('$integrations/'.length), files);
  const made = MODULES[key];
  return made === undefined ? 'export default null;\n' : made(files);
}

/** `@/integrations/<package>`: the functions that the app imports by name. */
function integrationModule(name: string, files: Files): string {
  const imported = [...importedNames(files, new RegExp(`^(?:@/|[./]+)integrations/${name}$`))].filter((one) => one !== 'instance');
  const functions = imported.map((one) => `export const ${one} = integration.${one};\n`).join('');
  return `import { createIntegration } from "@sayso/sdk";
const integration = createIntegration(${JSON.stringify(name)});
export const instance = (name) => createIntegration(${JSON.stringify(name)}, name);
${functions}export default integration;
`;
}

const CLIENT = '$base44/client';

/** The default export resolves with the answer of the function; the named one, as code for Base44 expects it, with `{ data, status }`. */
function functionModule(name: string): string {
  const named = /^[A-Za-z_$][\w$]*$/.test(name) ? `export { invoke as ${name} };\n` : '';
  return `import { base44 } from "${CLIENT}";
const invoke = (input) => base44.functions.invoke(${JSON.stringify(name)}, input);
${named}export default async (input) => (await invoke(input)).data;
`;
}

const MODULES: Readonly<Record<string, (files: Files) => string>> = {
  [CLIENT]: () => `import * as tables from "@/entities/all";
import { createBase44 } from "@sayso/base44";
export const base44 = createBase44(tables);
export default base44;
`,
  '$base44/sdk': () => `import { base44 } from "${CLIENT}";
export * from "@sayso/base44";
export const createClient = () => base44;
export const createClientFromRequest = () => base44;
export default { createClient };
`,
  '$base44/entities': (files) => {
    const names = new Set([...entityNames(files), ...importedNames(files, /^(?:@\/|[./]+)api\/entities(?:\.js)?$/)]);
    names.delete('User');
    const tables = [...names].map((name) => `export const ${name} = base44.entities[${JSON.stringify(name)}];\n`).join('');
    return `import { base44 } from "${CLIENT}";\n${tables}export { people as User } from "@sayso/base44";\n`;
  },
  '$base44/integrations': () => `import { base44 } from "${CLIENT}";
export * from "@/integrations/Core";
export const Core = base44.integrations.Core;
export const SendSMS = Core.SendSMS;
`,
  '$base44/functions': (files) => {
    const names = importedNames(files, /^(?:@\/|[./]+)(?:api\/)?functions(?:\/all)?(?:\.js)?$/);
    const calls = [...names].map((name) => `export const ${name} = (data) => base44.functions.invoke(${JSON.stringify(name)}, data);\n`);
    return `import { base44 } from "${CLIENT}";\n${calls.join('')}export default base44.functions;\n`;
  },
  '$base44/agents': () => `import { base44 } from "${CLIENT}";
export const agentSDK = base44.agents;
export default agentSDK;
`,
};

/** The names that the app's files import from a module. */
function importedNames(files: Files, specifier: RegExp): ReadonlySet<string> {
  const texts = Object.entries(files).flatMap(([path, text]) => (isCode(path) ? [text] : []));
  const lists = texts.flatMap((text) =>
    [...text.matchAll(IMPORT)].flatMap(([, listed = '', from = '']) => (specifier.test(from) ? [listed] : [])),
  );
  const names = lists.flatMap((listed) => listed.split(',').map((one) => one.trim().split(/\s/)[0] ?? ''));
  return new Set(names.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name)));
}
const IMPORT = /\bimport\s*(?:[\w$]{1,80}\s*,\s*)?\{([^{}]{1,4000})\}\s*from\s*['"]([^'"\n]{1,200})['"]/g;
