import { choices, fieldKinds } from './lexicon/fields.ts';
import { type Field, type FieldKind, keyOf, pascalOf, sentenceCase } from './plan.ts';
import { words } from './words.ts';

const kinds: ReadonlySet<string> = new Set<FieldKind>([
  'text',
  'long-text',
  'email',
  'phone',
  'url',
  'image',
  'number',
  'money',
  'percent',
  'rating',
  'date',
  'date-time',
  'time',
  'boolean',
  'enum',
  'tags',
]);
const reservedKeys = new Set(['id', 'createdat', 'updatedat', 'creatorid', 'created_at', 'updated_at', 'creator_id']);

/** Fields of the lexicon's notation: `name*; status{Open|Paid}; client>client; dose:text`. */
export function readFields(notation: string): Field[] {
  return notation.split(';').map((part) => readField(part.trim()));
}

function readField(part: string): Field {
  const required = part.endsWith('*');
  const text = required ? part.slice(0, -1) : part;
  const options = /^(.+?)\{(.+)\}$/.exec(text);
  if (options) return field(options[1] ?? '', { kind: 'enum', options: (options[2] ?? '').split('|'), required });
  const reference = /^(.+?)>(.+)$/.exec(text);
  if (reference) return field(reference[1] ?? '', { kind: 'reference', to: pascalOf(reference[2] ?? ''), required });
  const [label = '', kind] = text.split(':');
  return kind && kinds.has(kind) ? field(label, { kind: kind as FieldKind, required }) : { ...guessField(label), required };
}

/** A field by its name alone, as people say it: `due date`, `priority (low, high)`, `a photo`. */
export function guessField(phrase: string): Field {
  const given = /^(.+?)\s*[([:]\s*(.+?)\s*[)\]]?$/.exec(phrase.trim());
  const label = words(given?.[1] ?? phrase).join(' ');
  const listed = (given?.[2] ?? '').split(/\s*(?:,|\/|\||\bor\b)\s*/).filter((option) => option !== '');
  if (listed.length > 1) return field(label, { kind: 'enum', options: listed.map((option) => sentenceCase(option)) });
  const isKind = given?.[2]
    ?.toLowerCase()
    .replace(/^(yes\/no|checkbox|true\/false)$/, 'boolean')
    .replace(/^long text$/, 'long-text')
    .replace(/^(dropdown|select)$/, 'enum');
  if (isKind && kinds.has(isKind) && isKind !== 'enum') return field(label, { kind: isKind as FieldKind });
  const spoken = label.toLowerCase();
  const kind = fieldKinds.find(([pattern]) => pattern.test(spoken))?.[1];
  if (kind) return field(label, { kind });
  const options = choices.find(([pattern]) => pattern.test(spoken))?.[1];
  return options ? field(label, { kind: 'enum', options }) : field(label, { kind: 'text' });
}

function field(label: string, rest: Pick<Field, 'kind'> & Partial<Field>): Field {
  const key = rest.kind === 'image' && !label.includes('image') ? 'image' : keyOf(label);
  const safe = reservedKeys.has(key) || !/^[a-z]/.test(key) ? `the_${key}` : key;
  return {
    key: safe.slice(0, 60),
    label: sentenceCase(label)
      .replace(/\bm2\b/, 'in m²')
      .replace(/^URL$/, 'Link'),
    required: false,
    options: [],
    to: null,
    ...rest,
  };
}
