import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';

type Fields = Record<string, unknown>;
/** Characters that may still be filled in. */
interface Budget {
  left: number;
}
type Fill = (fields: Fields, budget: Budget) => void;
type Filled = (value: unknown, budget: Budget) => unknown;

/**
 * Fills a new row's missing fields, also those of objects and lists of objects that it gives; objects it lacks are not added. False: the
 * defaults have more than `most` characters, which a short list of empty objects can ask for.
 */
export function compileDefaults(schema: EntitySchema, most: number): (row: Fields) => boolean {
  const fill = fillOf(schema);
  return (row) => {
    const budget = { left: most };
    fill?.(row, budget);
    return budget.left >= 0;
  };
}

/** Null: there are no defaults. */
function fillOf({ properties }: Pick<PropertySchema, 'properties'>): Fill | null {
  const steps = Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const { default: value } = property;
    const inner = innerOf(property);
    if (value === undefined && inner === null) return [];
    return [{ name, value, inner, characters: value === undefined ? 0 : name.length + JSON.stringify(value).length }];
  });
  if (steps.length === 0) return null;
  return (fields, budget) => {
    for (const { name, value, inner, characters } of steps) {
      if (value !== undefined && (!Object.hasOwn(fields, name) || fields[name] === undefined)) {
        budget.left -= characters;
        if (budget.left < 0) return;
        fields[name] = structuredClone(value);
      }
      if (inner !== null && Object.hasOwn(fields, name)) fields[name] = inner(fields[name], budget);
    }
  };
}

/** Of the objects in a value. They are copied: the caller's stay as they are. */
function innerOf({ type, items, properties }: PropertySchema): Filled | null {
  if (type === 'array') {
    const item = items ? innerOf(items) : null;
    return item && ((value, budget) => (Array.isArray(value) ? value.map((one) => item(one, budget)) : value));
  }
  const fill = type === 'object' ? fillOf({ properties: properties ?? {} }) : null;
  if (fill === null) return null;
  return (value, budget) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = { ...value };
    fill(fields, budget);
    return fields;
  };
}
