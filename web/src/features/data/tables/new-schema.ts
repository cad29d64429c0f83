import type { DataType, PropertySchema } from '../columns.ts';
import { propertyOf } from '../edits/property.ts';
import { fieldName } from '../import/schema.ts';

export interface NewColumn {
  /** Identifies it in the form. */
  readonly key: number;
  readonly label: string;
  readonly type: DataType;
}

/** The schema of a new table; columns without a label are left out. */
export function newSchema(name: string, columns: readonly Omit<NewColumn, 'key'>[]) {
  const properties: Record<string, PropertySchema> = {};
  for (const { label, type } of columns) {
    const title = label.trim();
    if (title === '') continue;
    const names = Object.keys(properties);
    properties[fieldName(title, names, `field_${names.length + 1}`)] = { ...propertyOf(type, []), title };
  }
  return { name, type: 'object', properties };
}
