import { z } from 'zod';
import { accents, type Field, type FieldKind, type Layout, type Permission, type Plan, sentenceCase, type Table } from '../plan.ts';
import { plural, singular } from '../words.ts';

const permission = z.enum(['anonymous', 'all', 'creator', 'admin', 'none']).catch('creator');
const ui = z.looseObject({}).catch({});
const property = z.looseObject({
  type: z.string().optional(),
  title: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  items: z.looseObject({ format: z.string().optional() }).optional(),
  'x-ui': ui.optional(),
});
const schema = z.looseObject({
  properties: z.record(z.string(), property),
  required: z.array(z.string()).catch([]),
  'x-accessControl': z
    .looseObject({ permissions: z.looseObject({ read: permission, write: permission }).optional() })
    .optional()
    .catch(undefined),
  'x-ui': z
    .looseObject({
      singular: z.string(),
      plural: z.string(),
      icon: z.string(),
      layout: z.string(),
      sort: z.string(),
      order: z.number(),
      app: z.unknown(),
    })
    .partial()
    .catch({}),
});
const app = z.object({
  name: z.string(),
  tagline: z.string(),
  icon: z.string(),
  accent: z.enum(accents),
  theme: z.enum(['light', 'dark']),
  header: z
    .enum([...accents, 'plain'])
    .nullable()
    .default(null),
  site: z
    .object({
      kind: z.enum(['sign-up', 'listing']),
      headline: z.string(),
      text: z.string(),
      button: z.string(),
      points: z.array(z.tuple([z.string(), z.string(), z.string()])),
      steps: z.array(z.tuple([z.string(), z.string()])).default([]),
    })
    .nullable(),
  charts: z.array(z.object({ table: z.string(), measure: z.string().nullable(), group: z.string() })),
});

const layouts: ReadonlySet<string> = new Set<Layout>([
  'habits',
  'board',
  'agenda',
  'gallery',
  'checklist',
  'ledger',
  'people',
  'shelf',
  'notes',
  'table',
]);

/** The plan behind an app's files, read from its tables; null when it has none. Tables that others made are taken as they are. */
export function readPlan(files: Readonly<Record<string, string>>, appName: string): Plan | null {
  const read = Object.entries(files).flatMap(([path, text]) => {
    const name = /^entities\/(.+)\.json$/.exec(path)?.[1];
    const table = name === undefined ? null : readTable(name, text);
    return table ? [table] : [];
  });
  if (read.length === 0) return null;
  const sorted = read.sort((a, b) => a.order - b.order || (a.table.name < b.table.name ? -1 : 1));
  const tables = sorted.map((one) => one.table);
  const own = sorted.map((one) => app.safeParse(one.app)).find((one) => one.success)?.data;
  const first = tables[0];
  if (own) return { ...own, tables };
  return {
    name: appName,
    tagline: appName,
    icon: first?.icon ?? 'LayoutGrid',
    accent: 'indigo',
    theme: 'light',
    header: null,
    site: null,
    charts: [],
    tables,
  };
}

function readTable(name: string, text: string): { table: Table; order: number; app: unknown } | null {
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success) return null;
  const { properties, required, 'x-ui': hints, 'x-accessControl': access } = parsed.data;
  const spoken = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const one = hints.singular ?? singular(spoken);
  const fields = Object.entries(properties).map(([key, value]) => readField(key, value, required));
  if (fields.length === 0) return null;
  const table: Table = {
    name,
    singular: one,
    plural: hints.plural ?? plural(one),
    icon: hints.icon ?? 'LayoutGrid',
    layout: layouts.has(hints.layout ?? '') ? (hints.layout as Layout) : 'table',
    sort: hints.sort ?? '-createdAt',
    fields,
    permissions: {
      read: (access?.permissions?.read ?? 'creator') as Permission,
      write: (access?.permissions?.write ?? 'creator') as Permission,
    },
  };
  return { table, order: hints.order ?? 99, app: hints.app };
}

function readField(key: string, value: z.infer<typeof property>, required: readonly string[]): Field {
  const to = value['x-ui']?.['to'];
  return {
    key,
    label: value.title ?? sentenceCase(key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()),
    kind: kindOf(value),
    required: required.includes(key),
    options: (value.enum ?? []).map(String),
    to: typeof to === 'string' ? to : null,
  };
}

function kindOf(value: z.infer<typeof property>): FieldKind {
  const hint = value['x-ui']?.['kind'];
  if (typeof value['x-ui']?.['to'] === 'string') return 'reference';
  if (typeof hint === 'string') return hint as FieldKind;
  if (value.enum) return 'enum';
  if (value.type === 'array') return value.items?.format === 'date' ? 'days' : 'tags';
  if (value.type === 'boolean') return 'boolean';
  if (value.type === 'number' || value.type === 'integer') return 'number';
  const formats: Readonly<Record<string, FieldKind>> = {
    email: 'email',
    uri: 'url',
    url: 'url',
    image: 'image',
    date: 'date',
    'date-time': 'date-time',
    time: 'time',
  };
  return formats[value.format ?? ''] ?? 'text';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
