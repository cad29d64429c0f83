import type { Person } from '@sayso/apps/ref';
import { allows, type Caller as RowCaller, rules } from '@sayso/entities/testing/rules';
import fc from 'fast-check';
import type { Caller, Member } from './callers.ts';
import type { Data } from './world.ts';

/** Random rules of rows and of fields, and random rows, whose values each occur once: an answer with one of them tells of its row. */

const TABLES = 2;
const ROWS = 3;
/** Of the JSON of a rule: files of apps have a limit. */
const MAX_LEVELS = 6;

type Fields = Readonly<Record<string, unknown>>;

export interface RuledRow {
  /** Whose account makes the row; null: the owner's. */
  readonly by: 'plain' | 'keeper' | null;
  readonly data: Fields;
}

export interface RuledTable {
  readonly name: string;
  readonly read: unknown;
  /** Rules of single fields, by field. */
  readonly fields: Readonly<Record<'pay' | 'rank', unknown>>;
  readonly rows: readonly RuledRow[];
}

const scalar = fc.constantFrom<unknown>('a', 'b', 1, 2, true);
const data = fc.record(
  { team: scalar, level: scalar, tags: fc.array(scalar, { maxLength: 2 }) },
  { requiredKeys: ['team'], noNullPrototype: true },
);
const rows = fc.array(fc.record({ by: fc.constantFrom('plain' as const, 'keeper' as const, null), data }), {
  minLength: ROWS,
  maxLength: ROWS,
});
const TEAM = { 'data.team': '{{user.data.team}}' };
const OWN = { created_by: '{{user.email}}' };
const levels = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levels)) : 0;
const shallow = rules.filter((rule) => levels(rule) <= MAX_LEVELS);
const rule = fc.oneof(
  { weight: 4, arbitrary: shallow },
  { weight: 1, arbitrary: fc.constant<unknown>(true) },
  { weight: 1, arbitrary: fc.constant<unknown>(TEAM) },
);
const { seed = 1 } = fc.readConfigureGlobal() ?? {};
const random = fc.sample(fc.record({ read: rule, pay: rule, rank: rule, rows }), { numRuns: TABLES, seed });
const [usual, open] = fc.sample(rows, { numRuns: 2, seed });

/** Two usual ones, and random ones. */
export const ruledTables: readonly RuledTable[] = [
  { read: TEAM, pay: { user_condition: { role: 'keeper' } }, rank: OWN, rows: usual ?? [] },
  { read: true, pay: OWN, rank: { $or: [OWN, { user_condition: { role: 'keeper' } }] }, rows: open ?? [] },
  ...random,
].map(({ read, pay, rank, rows: some }, at) => ({ name: `R${at}`, read, fields: { pay, rank }, rows: some }));

/** The table as a file of the app. Everyone may add, change and remove what they read. */
export function fileOf({ name, read, fields }: RuledTable): string {
  return JSON.stringify({
    name,
    type: 'object',
    properties: {
      text: { type: 'string' },
      pay: { type: 'string', rls: { read: fields.pay } },
      rank: { type: 'number', rls: { read: fields.rank } },
    },
    additionalProperties: true,
    'x-accessControl': {
      permissions: { read: 'admin', write: 'anonymous' },
      rules: { read, create: 'public', update: 'public', delete: 'public' },
    },
  });
}

/** The values of a row that occur nowhere else. */
export function marksOf(table: string, at: number) {
  const number = Number(table.slice(1)) * ROWS + at;
  return { text: `text-${table}-${at}-end`, pay: `pay-${table}-${at}-end`, rank: 48_261_573_911 + number * 7919 };
}

/** What the app keeps about its people. */
export const PERSONS = {
  plain: { role: 'user', fields: { team: 'a', level: 1 } },
  keeper: { role: 'keeper', fields: { team: 'b', level: 2, teams: ['a', 'b'] } },
} as const;
export type PersonName = keyof typeof PERSONS;

/** A row as it is stored. */
export interface StoredRow {
  readonly id: string;
  readonly at: number;
  readonly creatorId: string | null;
  readonly data: Fields;
}

/** How a caller stands to live rows. */
export type Standing =
  | { readonly kind: 'all' | 'none' | 'visitor' }
  | { readonly kind: 'person'; readonly id: string; readonly person: Person };
export type Asker = Caller | Member | PersonName | 'appAdmin';

function callerOf(standing: Standing): RowCaller {
  return standing.kind === 'person' ? { kind: 'user', id: standing.id, person: standing.person } : { kind: 'visitor' };
}

/** What an answer for a caller may tell of a table. */
export function visibleTo(standing: Standing, { read, fields }: RuledTable, stored: readonly StoredRow[]) {
  const isSeen = (rule: unknown, { id: _id, creatorId, data }: StoredRow): boolean => {
    if (standing.kind === 'none' || standing.kind === 'all') return standing.kind === 'all';
    const row = { _id, appId: '', entity: '', createdAt: '', updatedAt: '', creatorId, data: { ...data } };
    return allows(rule, callerOf(standing), row) === true;
  };
  const seen = stored.filter((row) => isSeen(read, row));
  return {
    rows: new Set(seen.map(({ id }) => id)),
    pay: new Set(seen.filter((row) => isSeen(fields.pay, row)).map(({ id }) => id)),
    rank: new Set(seen.filter((row) => isSeen(fields.rank, row)).map(({ id }) => id)),
  };
}
export type Visible = ReturnType<typeof visibleTo>;

interface Told {
  readonly stored: readonly StoredRow[];
  readonly visible: Visible;
  /** What the reader said themselves: answers may repeat it. */
  readonly given?: string;
}

/** What a text tells of rows that its reader may not see. */
export function toldIn(text: string, table: RuledTable, { stored, visible, given = '' }: Told): readonly string[] {
  const isTold = (mark: string) => text.includes(mark) && !given.includes(mark);
  return stored.flatMap((row) => {
    const marks = marksOf(table.name, row.at);
    return [
      ...(!visible.rows.has(row.id) && (isTold(row.id) || isTold(marks.text)) ? [`${table.name} row ${row.at}`] : []),
      ...(!visible.pay.has(row.id) && isTold(marks.pay) ? [`${table.name} pay of row ${row.at}`] : []),
      ...(!visible.rank.has(row.id) && isTold(String(marks.rank)) ? [`${table.name} rank of row ${row.at}`] : []),
    ];
  });
}

export const idsIn = (answer: Data): readonly string[] => {
  const list = Array.isArray(answer) ? answer : Array.isArray(answer?.items) ? answer.items : [];
  return list.flatMap((row: Data) => (typeof row?.id === 'string' ? [row.id] : []));
};
