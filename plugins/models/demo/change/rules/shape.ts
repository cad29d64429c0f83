import { guessField } from '../../fields.ts';
import { type Field, type FieldKind, type Plan, titleField } from '../../plan.ts';
import { findPlace, withTable } from '../find.ts';
import type { Change } from '../rule.ts';

/** Words for what a field holds. */
const kindWords: readonly (readonly [RegExp, FieldKind])[] = [
  [/^(?:long|multi-?line) ?text(?: field| area)?$|^(?:text ?area|paragraph)$/, 'long-text'],
  [/^text(?: field)?$|^(?:plain|free) text$/, 'text'],
  [/^(?:number|numeric|integer)(?: field)?$/, 'number'],
  [/^(?:money|price|amount|currency)(?: field)?$/, 'money'],
  [/^percent(?:age)?$/, 'percent'],
  [/^date(?: field| picker)?$/, 'date'],
  [/^date and time$|^date ?time$|^timestamp$/, 'date-time'],
  [/^time$/, 'time'],
  [/^(?:check ?box|yes\/no|yes or no|switch|toggle|boolean|tick ?box)$/, 'boolean'],
  [/^(?:star )?rating$|^stars$/, 'rating'],
  [/^(?:image|picture|photo)(?: upload)?$/, 'image'],
  [/^(?:link|url)$/, 'url'],
  [/^e-?mail(?: address)?$/, 'email'],
  [/^phone(?: number)?$/, 'phone'],
  [/^(?:tags|labels)$/, 'tags'],
];

/** The kind that a phrase names: `a checkbox`, `number field`; null when it names none. */
export function kindIn(phrase: string): FieldKind | null {
  const said = phrase
    .toLowerCase()
    .replace(/^(?:an? |the )/, '')
    .trim();
  return kindWords.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}

function withField(plan: Plan, { table, field }: { table: { name: string }; field: Field }, change: (field: Field) => Field): Plan {
  return withTable(plan, table.name, (one) => ({ ...one, fields: one.fields.map((own) => (own === field ? change(own) : own)) }));
}

/** `change priority to a number`, `turn notes into long text`. */
export function retype(plan: Plan, text: string): Change | string | null {
  const [, what = '', how = ''] =
    /\b(?:change|turn|make|convert|switch)\s+(?:the\s+)?(.+?)\s+(?:to|into|as|(?=an?\s))\s*(?:an?\s+)?(.+?)[.!]?$/.exec(text) ?? [];
  const kind = kindIn(how);
  const place = kind === null ? undefined : findPlace(plan, what);
  if (!place || kind === null) return null;
  const { table, field } = place;
  if (field.kind === kind) return `“${field.label}” is already like that.`;
  if (field.kind === 'days' || (table.layout === 'habits' && field.key === 'streak'))
    return 'The app fills in that field itself, so I left it as it is.';
  if (field.key === titleField(table).key && kind !== 'text')
    return `“${field.label}” is the name of each row in ${table.plural}, so it stays text.`;
  const next = withField(plan, place, (own) => ({ ...own, kind, options: [], to: null }));
  return {
    plan: next,
    sentence: `Done: “${field.label}” of ${table.plural} is now of the type “${how.replace(/ field$/, '')}”. Existing rows keep their value until it is changed.`,
  };
}

/** `make the due date required` */
export function require(plan: Plan, text: string): Change | null {
  const [, what = '', how = ''] = /\bmake\s+(.+?)\s+(required|mandatory|optional|compulsory)[.!]?$/.exec(text) ?? [];
  const place = what ? findPlace(plan, what) : undefined;
  if (!place) return null;
  const required = how !== 'optional';
  return {
    plan: withField(plan, place, (own) => ({ ...own, required })),
    sentence: `Done: “${place.field.label}” of ${place.table.plural} is ${required ? 'required' : 'optional'}.`,
  };
}

/** `put the status first`, `move the due date to the end`, `move notes before tags` */
export function moveField(plan: Plan, text: string): Change | null {
  const [, what = '', where = '', other = ''] =
    /\b(?:move|put|place|show)\s+(?:the\s+)?(.+?)\s+(?:to the |at the |on the )?(first|top|beginning|start|last|bottom|end|before|after|above|below|under)(?:\s+(?:the\s+)?(.+?))?[.!]?$/.exec(
      text,
    ) ?? [];
  const place = what ? findPlace(plan, what) : undefined;
  if (!place) return null;
  const { table, field } = place;
  const rest = table.fields.filter((own) => own !== field);
  const beside = other ? rest.find((own) => own.key === guessField(other).key || own.label.toLowerCase() === other) : undefined;
  if (/before|after|above|below|under/.test(where) && !beside) return null;
  const index = beside
    ? rest.indexOf(beside) + (/after|below|under/.test(where) ? 1 : 0)
    : /first|top|beginning|start/.test(where)
      ? 0
      : rest.length;
  return {
    plan: withTable(plan, table.name, (one) => ({ ...one, fields: [...rest.slice(0, index), field, ...rest.slice(index)] })),
    sentence: `Done: “${field.label}” comes ${beside ? `${/after|below|under/.test(where) ? 'after' : 'before'} “${beside.label}”` : index === 0 ? 'first' : 'last'} in ${table.plural}.`,
  };
}
