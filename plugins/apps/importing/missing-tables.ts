import type { Files } from '../ref.ts';
import { DEFAULT_ACCESS } from '../versions/entity-rules.ts';
import { type FieldType, fieldTypesIn } from './field-types.ts';

// Tables that the code of a project uses, and that it has no file for: other products keep them on their servers.

const IMPORT = /\bimport\s*(?:(\w+)\s*(?:,\s*)?)?(?:\{([^{}]{1,4000})\}\s*)?from\s*['"]@\/(?:api\/)?entities(?:\/(\w+))?(?:\.js)?['"]/g;
const MEMBER = /\b(?:base44|client|db)(?:\.asServiceRole)?\.entities\.([A-Z]\w*)/g;
const MAX_TABLES = 100;
const MAX_FIELDS = 60;

/** Path of a table → its schema, with the fields that the code writes. */
export function missingTables(files: Files): Files {
  const code = Object.entries(files).flatMap(([path, text]) =>
    /\.(?:css|json|svg)$/.test(path) || text.startsWith('data:') ? [] : [text],
  );
  const names = new Set(code.flatMap(tablesIn));
  for (const name of ['User', 'all']) names.delete(name);
  const missing = [...names].filter((name) => !Object.hasOwn(files, `entities/${name}.json`)).slice(0, MAX_TABLES);
  const types = missing.length === 0 ? new Map<string, FieldType>() : fieldTypesIn(code);
  return Object.fromEntries(missing.map((name) => [`entities/${name}.json`, schemaOf(name, code, types)]));
}

function tablesIn(text: string): string[] {
  const imported = [...text.matchAll(IMPORT)].flatMap(([, whole, listed = '', file]) => [
    ...listed.split(',').map((one) => one.trim().split(/\s/)[0] ?? ''),
    ...(whole !== undefined && file !== undefined && file !== 'all' ? [file] : []),
  ]);
  const members = [...text.matchAll(MEMBER)].map(([, name = '']) => name);
  return [...imported, ...members].filter((name) => /^[A-Z]\w{0,63}$/.test(name));
}

function schemaOf(name: string, code: readonly string[], types: ReadonlyMap<string, FieldType>): string {
  const properties: Record<string, object> = {};
  const calls = new RegExp(`\\b${name}\\.(?:create|update)\\(\\s*(?:[\\w.]+\\s*,\\s*)?\\{([^{}]{0,2000})`, 'g');
  for (const text of code)
    for (const [, body = ''] of text.matchAll(calls))
      for (const [, field = '', value = ''] of body.matchAll(/(?:^|,)\s*([A-Za-z_]\w{0,63})\s*(?::\s*([^,\n]{0,80}))?(?=,|\n|$)/g))
        if (Object.keys(properties).length < MAX_FIELDS && !Object.hasOwn(properties, field))
          properties[field] = typeOf(value.trim()) ?? types.get(field) ?? {};
  const access = { permissions: DEFAULT_ACCESS };
  return `${JSON.stringify({ name, type: 'object', properties, additionalProperties: true, 'x-accessControl': access }, null, 2)}\n`;
}

/** The type of a value as the code writes it; null where it cannot be seen. A field without a type takes what the code gives it. */
function typeOf(value: string): object | null {
  if (/^(?:true|false|!)/.test(value)) return { type: 'boolean' };
  if (/^(?:-?\d|Number\(|parse(?:Int|Float)\()/.test(value)) return { type: 'number' };
  if (value.startsWith('[')) return { type: 'array' };
  return /^(?:["'`]|String\()/.test(value) ? { type: 'string' } : null;
}
