import { code, Imports } from '../code.ts';
import type { Field, Plan, Table } from '../plan.ts';
import { listName, nameOf, read, targetOf } from './parts.ts';

/** How a card shows the fields besides its title. */
export interface Meta {
  /** JSX, one element a field. */
  readonly lines: readonly string[];
  readonly imports: string;
  /** Lists of other tables that references are looked up in. */
  readonly props: readonly string[];
}

export function writeMeta(plan: Plan, _table: Table, item: string, fields: readonly Field[]): Meta {
  const imports = new Imports();
  const props = new Set<string>();
  const lines = fields.map((field) => {
    const target = targetOf(plan, field);
    if (target) props.add(listName(target));
    return writeValue(plan, field, read(item, field), imports);
  });
  return { lines, imports: imports.toString(), props: [...props] };
}

/** JSX of one value, or nothing where the row has none. */
export function writeValue(plan: Plan, field: Field, value: string, imports: Imports): string {
  const when = (element: string) => `{${value} && ${element}}`;
  const known = (element: string) => `{${value} != null && ${element}}`;
  const prefix = prefixOf(field);
  switch (field.kind) {
    case 'enum':
      imports.addDefault('@/components/ChoiceBadge', 'ChoiceBadge');
      return when(`<ChoiceBadge value={${value}} />`);
    case 'boolean':
      imports.add('@/components/ui/badge', 'Badge');
      return when(`<Badge variant="outline">${field.label}</Badge>`);
    case 'rating':
      imports.addDefault('@/components/RatingField', 'RatingField');
      return when(`<RatingField value={${value}} />`);
    case 'money':
      imports.add('@/services/format', 'money');
      return known(`<span className="font-medium text-foreground tabular-nums">{money(${value})}</span>`);
    case 'percent':
      return known(`<span className="tabular-nums">{${value}}%</span>`);
    case 'number':
      return known(`<span className="tabular-nums">${field.label}: {${value}}</span>`);
    case 'date':
      imports.add('@/services/format', 'day').add('lucide-react', 'CalendarDays');
      return when(icon('CalendarDays', `${prefix}{day(${value})}`));
    case 'date-time':
      imports.add('@/services/format', 'dayAndTime').add('lucide-react', 'CalendarClock');
      return when(icon('CalendarClock', `${prefix}{dayAndTime(${value})}`));
    case 'time':
      imports.add('lucide-react', 'Clock');
      return when(icon('Clock', `{${value}}`));
    case 'email':
      imports.add('lucide-react', 'Mail');
      return when(link('Mail', `'mailto:' + ${value}`, `{${value}}`));
    case 'phone':
      imports.add('lucide-react', 'Phone');
      return when(link('Phone', `'tel:' + ${value}`, `{${value}}`));
    case 'url':
      imports.add('lucide-react', 'ExternalLink');
      return when(link('ExternalLink', value, field.label));
    case 'image':
      return when(`<img src={${value}} alt="" className="size-10 rounded-lg object-cover" />`);
    case 'tags':
      imports.add('@/components/ui/badge', 'Badge');
      return code`
        {(${value} ?? []).map((tag) => (
          <Badge key={tag} variant="outline">
            {tag}
          </Badge>
        ))}
      `;
    case 'reference': {
      const target = targetOf(plan, field);
      if (!target) return when(`<span>{${value}}</span>`);
      imports.add('lucide-react', target.icon);
      const found = `${listName(target)}.find((other) => other.id === ${value})`;
      return when(icon(target.icon, `{${nameOf(target, found).replace(').', ')?.')} ?? '…'}`));
    }
    case 'long-text':
      return when(`<p className="line-clamp-2 w-full">{${value}}</p>`);
    default:
      return when(`<span className="truncate">{${value}}</span>`);
  }
}

/** Says which date it is where the field's name is more than `date`. */
function prefixOf(field: Field): string {
  const word = field.label.replace(/\s*\bdate\b\s*/i, '').replace(/[{}<>]/g, '');
  return word === '' ? '' : `${word}: `;
}

function icon(name: string, text: string): string {
  return code`
    (
      <span className="inline-flex min-w-0 items-center gap-1.5">
        <${name} className="size-3.5 shrink-0" aria-hidden />
        <span className="truncate">${text}</span>
      </span>
    )
  `;
}

function link(name: string, address: string, text: string): string {
  return code`
    (
      <a href={${address}} className="inline-flex min-w-0 items-center gap-1.5 hover:text-foreground hover:underline" target="_blank" rel="noreferrer">
        <${name} className="size-3.5 shrink-0" aria-hidden />
        <span className="truncate">${text}</span>
      </a>
    )
  `;
}
