import { readFields } from './fields.ts';
import { type Noun, nouns } from './lexicon/nouns/index.ts';
import { type Field, type Permissions, pascalOf, type Table } from './plan.ts';
import { plural, singular } from './words.ts';

const aliases = new Map<string, string>();
for (const [name, noun] of Object.entries(nouns)) for (const other of noun.also ?? []) if (!aliases.has(other)) aliases.set(other, name);

/** Every word of the things that the lexicon knows, in both numbers. */
export const vocabulary: ReadonlySet<string> = new Set(
  [...Object.keys(nouns), ...aliases.keys()].flatMap((name) => [name, plural(name)]).flatMap((name) => name.split(' ')),
);

/** The lexicon's word for a thing, whatever it is called and in which number; null when it knows none. */
export function knownNoun(phrase: string): string | null {
  for (const word of [phrase, singular(phrase)]) {
    if (Object.hasOwn(nouns, word)) return word;
    const alias = aliases.get(word);
    if (alias) return alias;
  }
  return null;
}

const unknown: Noun = { icon: 'LayoutGrid', layout: 'table', fields: 'name*; status{Planned|Active|Done}; date; tags; notes' };
/** Names that would shadow what generated code uses. */
const taken = new Set(
  'All Array ArrowDown ArrowRight Avatar Badge Bar Boolean Button Calendar CalendarCheck CalendarClock CalendarDays CalendarPlus Card Cell ChartPie Check CircleAlert CircleCheckBig CircleDot Clock Coins Date Dialog Entry Error ExternalLink Flame FormField Function Hero Home Hourglass House Image Input Intl JSON Label Layout Line Link LogIn Mail Map Math Menu MoreHorizontal Number Object PageHeader Panel Pencil Phone Pie Place Plus Popover Progress Promise RotateCw Search SearchX Select Set Shapes Sheet Sigma Skeleton Sparkles Star StatTile String Switch Symbol Table Tabs Textarea Toaster Toolbar Tooltip Trash2 TriangleAlert Trophy URL User UserCheck'.split(
    ' ',
  ),
);

/** A table of a thing, from the lexicon or from a general idea of what a thing has. */
export function tableOf(thing: string, permissions: Permissions): Table {
  // An `enrolled student` is made like a student: what comes last says what it is.
  const name = knownNoun(thing) ?? knownNoun(thing.split(' ').at(-1) ?? '');
  const noun = (name === null ? undefined : nouns[name]) ?? unknown;
  // What people call a thing stays its name: a `customer` is made like a client and remains a customer.
  const own = singular(thing);
  const called = isDoing(own)
    ? `${own} entry`
    : knownNoun(thing) !== null && name !== null && (own === name || isCollective(own))
      ? name
      : own;
  const pascal = pascalOf(called);
  const fields = readFields(noun.fields);
  return {
    name: taken.has(pascal) ? `${pascal}Entry` : pascal,
    singular: called,
    plural: plural(called),
    icon: noun.icon,
    layout: noun.layout,
    fields: noun.layout === 'habits' ? [...fields, completedDays] : fields,
    permissions,
    sort: '-createdAt',
  };
}

/** What one does has no plural of its own: `dog walking` is kept by the entry. */
function isDoing(word: string): boolean {
  return (
    /[a-z]{3}ing$/.test(word) &&
    knownNoun(word) === null &&
    !/(?:building|string|wedding|thing|evening|morning|ceiling|offering|warning|earring|painting|drawing|greeting|saying|landing|crossing)$/.test(
      word,
    )
  );
}

const completedDays: Field = { key: 'completed_days', label: 'Completed days', kind: 'days', required: false, options: [], to: null };

/** Words for the whole rather than for one of it: an `inventory` has items, a `budget` has expenses. */
export function isCollective(word: string): boolean {
  return /^(menu|inventory|stock|budget|finance|spending|crm|network|calendar|lost and found|lost & found|lost property|blog|quiz|parking lot|diaper|nap|reading|nutrition|warehouse|equipment|collection|portfolio|gallery|survey|newsletter|waitlist|waiting list|feedback|schedule|rota|roster|roadmap|bucket list|job search|job hunt|job board|fleet|shopping|packing|real estate|travel|food|calorie|sleep|time|staff|people|vocabulary|content calendar|journal|diary|contact form|rsvp|leave|time off|series|questionnaire|poll|weight|medicine|maintenance|training|content|merch|revenue|cost)$/.test(
    word,
  );
}
