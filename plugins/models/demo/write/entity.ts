import type { Field, Plan, Table } from '../plan.ts';

/** JSON of `entities/<Name>.json`. The first table also carries what belongs to the app as a whole, so that follow-ups find it again. */
export function writeEntity(plan: Plan, table: Table): string {
  const { tables: _, ...app } = plan;
  const isFirst = plan.tables[0]?.name === table.name;
  const schema = {
    name: table.name,
    type: 'object',
    properties: Object.fromEntries(table.fields.map((field) => [field.key, propertyOf(field)])),
    required: table.fields.filter((field) => field.required).map((field) => field.key),
    'x-accessControl': { permissions: table.permissions },
    'x-ui': {
      singular: table.singular,
      plural: table.plural,
      icon: table.icon,
      layout: table.layout,
      sort: table.sort,
      order: plan.tables.indexOf(table),
      ...(isFirst ? { app } : {}),
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function propertyOf(field: Field): Record<string, unknown> {
  const title = { title: field.label };
  switch (field.kind) {
    case 'email':
      return { type: 'string', ...title, format: 'email' };
    case 'url':
      return { type: 'string', ...title, format: 'uri' };
    case 'image':
      return { type: 'string', ...title, format: 'image' };
    case 'date':
      return { type: 'string', ...title, format: 'date' };
    case 'date-time':
      return { type: 'string', ...title, format: 'date-time' };
    case 'number':
      return { type: 'number', ...title, ...(field.key === 'streak' ? { default: 0 } : {}) };
    case 'money':
    case 'percent':
      return { type: 'number', ...title, 'x-ui': { kind: field.kind } };
    case 'rating':
      return { type: 'integer', ...title, minimum: 1, maximum: 5, 'x-ui': { kind: 'rating' } };
    case 'boolean':
      return { type: 'boolean', ...title, default: false };
    case 'enum':
      return { type: 'string', ...title, enum: field.options, default: field.options[0] };
    case 'tags':
      return { type: 'array', ...title, items: { type: 'string' } };
    case 'days':
      return { type: 'array', ...title, items: { type: 'string', format: 'date' }, default: [] };
    case 'reference':
      return { type: 'string', ...title, description: `id of a ${field.to}`, 'x-ui': { to: field.to } };
    case 'phone':
    case 'time':
    case 'long-text':
      return { type: 'string', ...title, 'x-ui': { kind: field.kind } };
    case 'text':
      return { type: 'string', ...title };
  }
}
