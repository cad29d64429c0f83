import { InvalidEntity } from '../errors.ts';
import type { EntitySchema, PropertySchema } from '../ref.ts';

const MAX_LENGTHS = { title: 200, description: 5000, format: 100 } as const;
const MAX_CHOICE = 200;

/** A text of a schema, with its maximum length. */
interface LongText {
  readonly path: string;
  readonly text: string;
  readonly most: number;
}

/**
 * Throws `InvalidEntity` for texts that are too long, except those already in the stored schema (`before`): it may be older than the
 * limits, and other fields must remain editable.
 */
export function checkLengths(path: string, schema: EntitySchema, before: EntitySchema | null): void {
  const long = longTexts(schema, '');
  if (long.length === 0) return;
  const kept = new Set(before ? longTexts(before, '').map(({ text }) => text) : []);
  const issues = long.filter(({ text }) => !kept.has(text)).map(({ path, most }) => ({ path, message: `has at most ${most} characters.` }));
  if (issues.length > 0) throw new InvalidEntity(path, issues);
}

/** Recursion is bounded: `readEntity` refuses deep schemas. */
function longTexts(property: PropertySchema, path: string): LongText[] {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const own = Object.entries(MAX_LENGTHS).map(([name, most]) => ({ path: at(name), text: property[name], most }));
  const choices = (property.enum ?? []).map((text, index) => ({ path: at(`enum.${index}`), text, most: MAX_CHOICE }));
  const inner = Object.entries(property.properties ?? {}).flatMap(([name, one]) => longTexts(one, at(`properties.${name}`)));
  const isLong = (entry: { readonly text: unknown; readonly most: number }) =>
    typeof entry.text === 'string' && entry.text.length > entry.most;
  return [
    ...([...own, ...choices].filter(isLong) as LongText[]),
    ...inner,
    ...(property.items ? longTexts(property.items, at('items')) : []),
  ];
}
