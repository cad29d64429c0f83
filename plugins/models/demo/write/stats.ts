import { type Field, firstOf, type Plan, sentenceCase, statusField, type Table } from '../plan.ts';
import { itemName, listName, read } from './parts.ts';

/** One number above a list. `value` is an expression over the table's rows. */
export interface Stat {
  readonly icon: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  /** Names of `services/format` that `value` uses. */
  readonly uses: readonly string[];
}

const finished =
  /^(done|paid|won|lost|finished|delivered|hired|rejected|declined|fixed|closed|solved|published|shipped|reached|sold|cancelled|past|collected|watched|given|been there|handed in|accepted|seated|not coming)$/i;

/** Choices that mean that nothing is left to do. */
export function finishedOptions(field: Field): readonly string[] {
  return field.options.filter((option) => finished.test(option));
}

function list(options: readonly string[]): string {
  return `[${options.map((option) => JSON.stringify(option).replace(/^"|"$/g, "'")).join(', ')}]`;
}

/** A yes or no that means that nothing is left to do: `done`, `paid`, but not `vaccinated`. */
function doneField(table: Table): Field | undefined {
  return table.fields.find(
    (field) => field.kind === 'boolean' && /done|complete|finish|paid|packed|taken|returned|checked|bought|visited/.test(field.key),
  );
}

/** Filter that leaves the rows that still need something; null when the table has no such idea. */
export function openFilter(table: Table): string | null {
  const item = itemName(table);
  const status = statusField(table);
  const closed = status ? finishedOptions(status) : [];
  if (status && closed.length > 0) return `(${item}) => !${list(closed)}.includes(${read(item, status)})`;
  const done = doneField(table);
  return done ? `(${item}) => !${read(item, done)}` : null;
}

/** The day by which something is due, or on which it happens. */
export function dueField(table: Table): Field | undefined {
  const dates = table.fields.filter((field) => field.kind === 'date' || field.kind === 'date-time');
  return (
    dates.find((field) => /due|deadline|close|next|until|end/.test(field.key)) ??
    dates.find((field) => !/birth|issue|joined|start|purchase/.test(field.key))
  );
}

/** The most telling numbers of a table, at most four, the best first. */
export function statsOf(_plan: Plan, table: Table): readonly Stat[] {
  const rows = listName(table);
  const item = itemName(table);
  const stats: Stat[] = [];
  const add = (icon: string, label: string, value: string, hint: string, ...uses: readonly string[]) =>
    stats.push({ icon, label, value, hint, uses });
  const status = statusField(table);
  const open = openFilter(table);
  const amount = firstOf(table, 'money');
  const date = dueField(table);
  const sum = (filter: string, field: Field) => `money(${rows}${filter}.reduce((sum, ${item}) => sum + (${read(item, field)} ?? 0), 0))`;

  if (amount && status?.options.includes('Paid')) {
    add('Hourglass', 'Outstanding', sum(`.filter((${item}) => ${read(item, status)} !== 'Paid')`, amount), 'not paid yet', 'money');
    add('CircleCheckBig', 'Paid', sum(`.filter((${item}) => ${read(item, status)} === 'Paid')`, amount), 'so far', 'money');
  } else if (amount && date && table.layout === 'ledger') {
    add(
      'CalendarDays',
      'This month',
      sum(`.filter((${item}) => (${read(item, date)} ?? '').startsWith(today().slice(0, 7)))`, amount),
      'so far',
      'money',
      'today',
    );
    add('Sigma', 'In total', sum('', amount), 'all time', 'money');
  } else if (amount && table.layout === 'board' && open) {
    add('Coins', 'In play', sum(`.filter(${open})`, amount), `${amount.label.toLowerCase()} of what is still open`, 'money');
  } else if (amount && table.layout === 'ledger') {
    add('Sigma', 'In total', sum('', amount), amount.label.toLowerCase(), 'money');
  }
  const active = status?.options.includes('Active') && table.layout === 'people';
  if (status && active) add('UserCheck', 'Active', `${rows}.filter((${item}) => ${read(item, status)} === 'Active').length`, 'right now');
  else if (open && stats.length < 3) {
    const done = doneField(table);
    const opened = `${rows}.filter(${open}).length`;
    add('CircleDot', status ? 'Open' : 'Left', opened, status ? 'not finished yet' : `not ${done?.label.toLowerCase()} yet`);
  }
  if (date && stats.length < 4) {
    const isDue = /due|deadline|until|close/.test(date.key);
    const value = read(item, date);
    if (isDue && open)
      add(
        'CircleAlert',
        'Overdue',
        `${rows}.filter(${open}).filter((${item}) => ${value} && ${value} < today()).length`,
        'past due',
        'today',
      );
    else if (table.layout === 'agenda' || status)
      add('CalendarClock', 'Coming up', `${rows}.filter((${item}) => (${value} ?? '') >= today()).length`, 'from today', 'today');
  }
  const rating = firstOf(table, 'rating');
  if (rating && stats.length < 4) {
    const rated = `${rows}.filter((${item}) => ${read(item, rating)})`;
    add('Star', 'Average rating', `average(${rated}.map((${item}) => ${read(item, rating)}))`, 'out of 5', 'average');
  }
  const flag = table.fields.find((field) => field.kind === 'boolean' && field !== doneField(table));
  if (flag) add('CircleCheckBig', flag.label, `${rows}.filter((${item}) => ${read(item, flag)}).length`, 'in total');
  const quantity = table.fields.find((field) => field.kind === 'number' && /quantity|stock/.test(field.key));
  const limit = table.fields.find((field) => field.kind === 'number' && /reorder/.test(field.key));
  if (quantity && limit)
    add(
      'TriangleAlert',
      'Running low',
      `${rows}.filter((${item}) => (${read(item, quantity)} ?? 0) <= (${read(item, limit)} ?? 0)).length`,
      'at or below the limit',
    );
  const number = table.fields.find((field) => field.kind === 'number' && field !== limit && !/year|vintage|age|every/.test(field.key));
  if (number && table.layout === 'ledger' && stats.length < 3)
    add('Sigma', number.label, `total(${rows}.map((${item}) => ${read(item, number)}))`, 'in total', 'total');
  const group = table.fields.find((field) => field.kind === 'enum' && field !== status);
  if (group && stats.length < 3 && !amount)
    add('Shapes', sentenceCase(group.label), `new Set(${rows}.map((${item}) => ${read(item, group)}).filter(Boolean)).size`, 'in use');
  add('CalendarPlus', 'New this week', `${rows}.filter((${item}) => isRecent(${item}.createdAt)).length`, 'in the last 7 days', 'isRecent');
  return [{ icon: table.icon, label: sentenceCase(table.plural), value: `${rows}.length`, hint: 'in total', uses: [] }, ...stats].slice(
    0,
    4,
  );
}
