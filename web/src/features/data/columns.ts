import { pageLabel } from '../../lib/pages.ts';

export type DataType = 'text' | 'number' | 'boolean' | 'datetime' | 'image' | 'select' | 'multiselect' | 'link' | 'json';

/** The part of a JSON schema that the browser reads. */
export interface PropertySchema {
  readonly type?: string;
  readonly title?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly items?: PropertySchema;
  readonly default?: unknown;
  /** The table whose rows are referenced by their ids. */
  readonly 'x-reference'?: string;
}

export interface TableSchema {
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly 'x-accessControl'?: {
    readonly permissions?: { readonly read?: string; readonly write?: string };
    readonly rules?: Readonly<Record<string, unknown>>;
  };
}

export interface Column {
  /** Name of the field. */
  readonly id: string;
  readonly label: string;
  readonly type: DataType;
  /** Of select and multiselect. */
  readonly options: readonly (string | number)[];
  readonly isRequired: boolean;
  /** Set by the server. */
  readonly isReadOnly: boolean;
  /** Lists have no order on the server. */
  readonly isSortable: boolean;
  /** A day without a time. */
  readonly isDay: boolean;
  readonly isWhole: boolean;
  /** The table whose rows it references by their ids. */
  readonly reference: string | null;
}

export const SIZES = { min: 50, initial: 150, max: 400, actions: 100, select: 50, row: 40, list: 480 } as const;

/** Id of the placeholder after the last column, which adds one. */
export const NEW_COLUMN = 999_999;

export function dataTypeOf(name: string, { type, format, enum: choices, items }: PropertySchema): DataType {
  if (type === 'array') return items?.enum === undefined ? 'json' : 'multiselect';
  if (type === 'object') return 'json';
  if (choices !== undefined) return 'select';
  if (type === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  if (format === 'date' || format === 'date-time') return 'datetime';
  if (format === 'image' || /image/i.test(name)) return 'image';
  if (format === 'uri' || format === 'url') return 'link';
  return 'text';
}

/** The columns of a table: its fields in the order of the schema, then those that the server sets. */
export function columnsOf(schema: TableSchema, labels: { readonly createdAt: string; readonly creatorId: string }): Column[] {
  const required = new Set(schema.required ?? []);
  const own = Object.entries(schema.properties ?? {}).map(([id, property]): Column => {
    const type = dataTypeOf(id, property);
    return {
      id,
      label: property.title ?? pageLabel(id),
      type,
      options: property.enum ?? property.items?.enum ?? [],
      isRequired: required.has(id),
      isReadOnly: false,
      isSortable: type !== 'json' && type !== 'multiselect',
      isDay: property.format === 'date',
      isWhole: property.type === 'integer',
      reference: property.type === 'string' ? (property['x-reference'] ?? null) : null,
    };
  });
  const fixed = {
    options: [],
    isRequired: false,
    isReadOnly: true,
    isSortable: true,
    isDay: false,
    isWhole: false,
    reference: null,
  } as const;
  return [
    ...own.filter(({ id }) => id !== 'createdAt' && id !== 'creatorId'),
    { id: 'createdAt', label: labels.createdAt, type: 'datetime', ...fixed },
    { id: 'creatorId', label: labels.creatorId, type: 'text', ...fixed },
  ];
}
