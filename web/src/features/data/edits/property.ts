import type { DataType, PropertySchema } from '../columns.ts';

/** Types that a column can be given. */
export const COLUMN_TYPES = ['text', 'number', 'boolean', 'datetime', 'image', 'select', 'multiselect', 'json'] as const;

export const hasOptions = (type: DataType): boolean => type === 'select' || type === 'multiselect';

/** The schema of a new column. */
export function propertyOf(type: DataType, options: readonly string[]): PropertySchema {
  switch (type) {
    case 'text':
      return { type: 'string' };
    case 'number':
    case 'boolean':
      return { type };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'image':
      return { type: 'string', format: 'image' };
    case 'link':
      return { type: 'string', format: 'uri' };
    case 'select':
      return { type: 'string', enum: options };
    case 'multiselect':
      return { type: 'array', items: { type: 'string', enum: options } };
    case 'json':
      return { type: 'object' };
  }
}
