import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';
import { Conflict, InvalidInput, NotFound } from '@sayso/core';
import { FORMER_NAMES, formerNames } from './changes.ts';

/** A change of one column. Names are those of fields, or labels, from which a field's name is made. */
export type ColumnEdit =
  | { readonly action: 'add'; readonly name: string; readonly property: PropertySchema; readonly before?: string | undefined }
  | { readonly action: 'rename'; readonly name: string; readonly to: string }
  | { readonly action: 'retype'; readonly name: string; readonly property: PropertySchema }
  | { readonly action: 'delete'; readonly name: string };

const MAX_LABEL = 80;
const BUILT_IN = new Set(['id', 'createdAt', 'updatedAt', 'creatorId']);
/** Of a property, what a change of its type replaces. Everything else, such as its title, stays. */
const TYPE_KEYS = ['type', 'format', 'enum', 'items', 'properties', 'required', 'default', 'minimum', 'maximum', 'minLength', 'maxLength'];

export interface EditedSchema {
  readonly schema: EntitySchema;
  /** The column's field. */
  readonly name: string;
}

export function editSchema(schema: EntitySchema, edit: ColumnEdit): EditedSchema {
  const { properties } = schema;
  if (edit.action === 'add') {
    const name = fieldName(edit.name, schema);
    checkNew(schema, name);
    const property = { ...edit.property, ...labelOf(edit.name, name) };
    const entries = Object.entries(properties);
    const index = edit.before === undefined ? -1 : entries.findIndex(([other]) => other === edit.before);
    entries.splice(index === -1 ? entries.length : index, 0, [name, property]);
    return { schema: { ...schema, properties: Object.fromEntries(entries) }, name };
  }
  const { name } = edit;
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (property === undefined) throw new NotFound(`The column "${name.slice(0, MAX_LABEL)}"`);
  if (edit.action === 'rename') return renamed(schema, name, edit.to);
  if (edit.action === 'retype') {
    const rls = partRules(property);
    const rest = Object.fromEntries(Object.entries(property).filter(([key]) => !TYPE_KEYS.includes(key)));
    return { schema: replaced(schema, name, [name, { ...rest, ...edit.property, ...rls }]), name };
  }
  return { schema: replaced(schema, name, null), name };
}

/** The rules of a column whose parts change, as far as they hold for all of it: parts are replaced with their rules. */
function partRules(property: PropertySchema): { readonly rls?: unknown } {
  const { properties, items, ...own } = property;
  const inner = [...Object.values(properties ?? {}), ...(items === undefined ? [] : [items])];
  // A part with rules of its own stays closed to all but admins.
  if (inner.some((part) => JSON.stringify(part).includes('"rls"'))) return { rls: false };
  return own['rls'] === undefined ? {} : { rls: own['rls'] };
}

function renamed(schema: EntitySchema, name: string, label: string): EditedSchema {
  const to = fieldName(label, schema);
  const { title: _, ...property } = schema.properties[name] as PropertySchema;
  if (to === name)
    return { schema: replaced(schema, name, [name, { ...property, ...labelOf(label, to), [FORMER_NAMES]: formerNames(property) }]), name };
  checkNew(schema, to);
  const former = [...formerNames(property).filter((each) => each !== to && each !== name), name];
  return { schema: replaced(schema, name, [to, { ...property, ...labelOf(label, to), [FORMER_NAMES]: former }]), name: to };
}

/** The schema with another property in the place of one, or without it. */
function replaced(schema: EntitySchema, name: string, entry: readonly [string, PropertySchema] | null): EntitySchema {
  const to = entry === null ? null : entry[0];
  const following = <T>(rule: T): T => (to === name ? rule : (renamedIn(rule, name, to) as T));
  const entries = Object.entries(schema.properties).flatMap((each): (readonly [string, PropertySchema])[] => {
    if (each[0] === name) return entry === null ? [] : [[entry[0], withRules(entry[1], following)]];
    return [[each[0], withRules(each[1], following)]];
  });
  const required = (schema.required ?? []).flatMap((each) => (each !== name ? [each] : entry === null ? [] : [entry[0]]));
  const { 'x-accessControl': access } = schema;
  // Rules follow a column that gets another name; one whose column is gone lets in no one who does not administer the app.
  const rules = Object.entries(access?.rules ?? {}).map(([operation, rule]) => [operation, following(rule)]);
  const ruled = rules.length === 0 ? {} : { 'x-accessControl': { ...access, rules: Object.fromEntries(rules) } };
  return { ...schema, properties: Object.fromEntries(entries), required, ...ruled };
}

/** The property with other rules, also of its parts. */
function withRules(property: PropertySchema, following: <T>(rule: T) => T): PropertySchema {
  const { items, properties } = property;
  return {
    ...property,
    ...(property['rls'] === undefined ? {} : { rls: following(property['rls']) }),
    ...(items === undefined ? {} : { items: withRules(items, following) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, withRules(inner, following)])) }),
  };
}

/** A rule by its conditions on rows, with another name of a field. */
function renamedIn(rule: unknown, name: string, to: string | null): unknown {
  if (Array.isArray(rule)) return rule.map((one) => renamedIn(one, name, to));
  if (typeof rule !== 'object' || rule === null) return rule;
  return Object.fromEntries(
    Object.entries(rule).map(([key, value]): [string, unknown] => {
      if (/^(?:current_?)?user(?:_?condition$|\.)/i.test(key)) return [key, value];
      const [, prefix = '', root = '', rest = ''] = /^((?:data\.)*)([^.]*)(.*)$/.exec(key) ?? [];
      if (root !== name || (key === 'data' && typeof value === 'object')) return [key, renamedIn(value, name, to)];
      return [to === null ? `$removed ${key}` : `${prefix}${to}${rest}`, value];
    }),
  );
}

/** `Due date` is `due_date`; a name that a field may have stays as it is. */
function fieldName(label: string, { properties }: EntitySchema): string {
  const text = label.trim();
  if (text === '') throw new InvalidInput('Give the column a name.');
  if (text.length > MAX_LABEL) throw new InvalidInput(`The name of a column has at most ${MAX_LABEL} characters.`);
  if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(text)) return text.slice(0, 64);
  const words =
    text
      .replaceAll('ß', 'ss')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, 60);
  if (/^[a-z]/.test(name)) return name;
  // A label without Latin letters has no name of its own.
  for (let number = 1; ; number++) if (!Object.hasOwn(properties, `field_${number}`)) return `field_${number}`;
}

function labelOf(label: string, name: string): { readonly title?: string } {
  return label.trim() === name ? {} : { title: label.trim() };
}

function checkNew({ properties }: EntitySchema, name: string): void {
  const same = Object.keys(properties).find((other) => other.toLowerCase() === name.toLowerCase());
  if (same !== undefined || BUILT_IN.has(name)) throw new Conflict(`There is already a column "${same ?? name}".`);
}
