import type { Detector, TableFields } from './detector.ts';

/** A schema that contradicts itself or names a table that does not exist. Its form is checked when a version is made. */
export const tableSchema: Detector = {
  id: 'table-schema',
  severity: 'warning',
  *find({ tables }) {
    for (const [name, schema] of tables) {
      for (const message of contradictions(schema, tables)) yield { path: `entities/${name}.json`, message };
    }
  },
};

function contradictions({ properties = {}, required = [] }: TableFields, tables: ReadonlyMap<string, TableFields>): string[] {
  const list = Array.isArray(required) ? required : [];
  const missing = list.filter((name) => typeof name === 'string' && !Object.hasOwn(properties, name));
  return [
    ...missing.map((name) => `"${String(name)}" is required, but there is no such field.`),
    ...Object.entries(properties).flatMap(([field, { enum: choices, default: value, 'x-reference': table }]) => {
      const messages: string[] = [];
      if (typeof table === 'string' && table !== 'User' && !tables.has(table))
        messages.push(`"${field}" refers to the table "${table}", which does not exist.`);
      if (Array.isArray(choices) && value !== undefined && value !== null && !Array.isArray(value) && !choices.includes(value))
        messages.push(`The default of "${field}" is none of its choices.`);
      return messages;
    }),
  ];
}
