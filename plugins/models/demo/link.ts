import { firstOf, pascalOf, sentenceCase, type Table } from './plan.ts';
import { knownNoun } from './tables.ts';
import { singular } from './words.ts';

/** Points references at the tables that the app has; a reference to a table that it lacks goes, or becomes text when a row needs it. */
export function linkTables(tables: readonly Table[]): readonly Table[] {
  const byNoun = new Map(tables.map((table) => [pascalOf(knownNoun(table.singular) ?? table.singular), table]));
  const linked = tables.map((table) => {
    const fields = table.fields.flatMap((field) => {
      const asked =
        field.kind === 'text' && !field.required && singular(field.label.toLowerCase()) === field.label.toLowerCase()
          ? byNoun.get(pascalOf(knownNoun(field.label.toLowerCase()) ?? field.label))
          : undefined;
      const target = field.to === null ? asked : (byNoun.get(field.to) ?? tables.find((other) => other.name === field.to));
      if (target === undefined) return field.to === null ? [field] : field.required ? [{ ...field, kind: 'text' as const, to: null }] : [];
      if (target.name === table.name) return field.to === null ? [field] : [];
      const label = sentenceCase(target.singular);
      return [{ ...field, kind: 'reference' as const, to: target.name, label, key: target.singular.replace(/[^a-z0-9]+/g, '_') }];
    });
    return { ...table, fields };
  });
  return linked.map((table) => (firstOf(table, 'text', 'email') ? table : { ...table, fields: [nameField, ...table.fields] }));
}

const nameField = { key: 'name', label: 'Name', kind: 'text', required: true, options: [], to: null } as const;
