import type { PropertyDefinition } from '../../protocol.ts';
import type { BaseRow, Entity } from '../../sdk/entity.ts';

export type FieldKind =
  | 'text'
  | 'multiline'
  | 'email'
  | 'uri'
  | 'phone'
  | 'image'
  | 'color'
  | 'date'
  | 'date-time'
  | 'time'
  | 'number'
  | 'integer'
  | 'currency'
  | 'percent'
  | 'rating'
  | 'boolean'
  | 'enum'
  | 'reference'
  /** A list of texts or numbers. */
  | 'list'
  /** A list of enum options. */
  | 'choices'
  /** A list of objects, such as the lines of an invoice. */
  | 'items';

/** A parsed field of a table. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly property: PropertyDefinition;
  readonly isRequired: boolean;
  /** The options of `enum` and `choices`. */
  readonly options: readonly string[];
  /** The table of a `reference`. */
  readonly reference: string | null;
  /** The fields of `items`. */
  readonly fields: readonly Field[];
}

/** Any table, whatever its rows. */
export type AnyEntity = Pick<Entity, 'name' | 'definition' | 'related'>;
export type FieldName<R> = Extract<keyof R, string>;

const BUILT_IN: Readonly<Record<string, PropertyDefinition>> = {
  createdAt: { type: 'string', format: 'date-time', title: 'Created' },
  updatedAt: { type: 'string', format: 'date-time', title: 'Changed' },
};
const known = new WeakMap<object, readonly Field[]>();

/** The fields of a table in the order of its schema. */
export function fieldsOf({ definition }: AnyEntity): readonly Field[] {
  if (definition === null) return [];
  const fields = known.get(definition) ?? readFields(definition.properties, definition.required);
  known.set(definition, fields);
  return fields;
}

/** One field; a text field for an unknown name, so that the rest of the page renders. */
export function fieldOf(entity: AnyEntity, name: string): Field {
  return fieldsOf(entity).find((field) => field.name === name) ?? readField(name, BUILT_IN[name] ?? { type: 'string' }, false);
}

/** The given fields of a table, or all of them. */
export function selectFields(entity: AnyEntity, names: readonly string[] | undefined): readonly Field[] {
  return names === undefined ? fieldsOf(entity) : names.map((name) => fieldOf(entity, name));
}

const TITLES = ['title', 'name', 'label', 'subject', 'question', 'firstName'];

/** The title field of a row: `title`, `name` or similar, else the first text. */
export function titleField(entity: AnyEntity): Field {
  const fields = fieldsOf(entity);
  const named = TITLES.map((name) => fields.find((field) => field.name === name)).find((field) => field !== undefined);
  return named ?? fields.find(({ kind }) => kind === 'text') ?? fields[0] ?? fieldOf(entity, 'id');
}

/** `line item` and `line items` for the table LineItem, unless its schema says otherwise. */
export function nounsOf({ name, definition }: AnyEntity): { readonly one: string; readonly many: string } {
  const one = (definition?.title ?? humanize(name)).toLowerCase();
  return { one, many: (definition?.['x-plural'] ?? plural(one)).toLowerCase() };
}

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `Due date` for `dueDate`, `due_date` and `due-date`. */
export function humanize(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return capitalize(words.replace(/ id$/, ''));
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The label of an option: text as it is, identifiers such as `in_progress` as words. */
export function optionLabel(option: unknown): string {
  const text = String(option ?? '');
  return /^[a-z\d]+(?:[_-][a-z\d]+)*$/.test(text) ? humanize(text) : text;
}

function readFields(properties: Readonly<Record<string, PropertyDefinition>>, required: readonly string[] = []): readonly Field[] {
  return Object.entries(properties).map(([name, property]) => readField(name, property, required.includes(name)));
}

function readField(name: string, property: PropertyDefinition, isRequired: boolean): Field {
  const kind = kindOf(name, property);
  const { properties, required } = property.items ?? {};
  return {
    name,
    label: property.title ?? humanize(name),
    kind,
    property,
    isRequired,
    options: (property.enum ?? property.items?.enum ?? []).map(String),
    reference: property['x-reference'] ?? null,
    fields: kind === 'items' && properties !== undefined ? readFields(properties, required) : [],
  };
}

const TEXT_FORMATS = ['email', 'uri', 'phone', 'image', 'color', 'date', 'date-time', 'time', 'multiline'] as const;
const NUMBER_FORMATS = ['currency', 'percent', 'rating'] as const;
const LONG_TEXT = 300;

function kindOf(name: string, { type, format, items, maxLength, ...property }: PropertyDefinition): FieldKind {
  if (property['x-reference'] !== undefined) return 'reference';
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return listKindOf(items);
  if (property.enum) return 'enum';
  if (type === 'number' || type === 'integer')
    return NUMBER_FORMATS.find((known) => known === format) ?? (type === 'integer' ? 'integer' : 'number');
  const stated = TEXT_FORMATS.find((known) => known === format);
  if (stated !== undefined) return stated;
  if (/image|photo|picture/i.test(name)) return 'image';
  return (maxLength ?? 0) > LONG_TEXT || /^(?:description|notes?|body|content|message|details|instructions|summary|bio)$/.test(name)
    ? 'multiline'
    : 'text';
}

function listKindOf(items: PropertyDefinition['items']): FieldKind {
  if (items?.enum) return 'choices';
  return items?.type === 'object' ? 'items' : 'list';
}

/** The value of a field, whatever the row's type knows of it. */
export function readValue(row: BaseRow, name: string): unknown {
  return (row as unknown as Readonly<Record<string, unknown>>)[name];
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
