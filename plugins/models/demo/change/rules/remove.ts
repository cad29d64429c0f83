import { guessField } from '../../fields.ts';
import { type Field, type Plan, sentenceCase, type Table } from '../../plan.ts';
import { chartPageTitle } from '../../write/chart-page.ts';
import { findPlace, withTable } from '../find.ts';
import { type Change, fieldsOf } from '../rule.ts';
import { exactTable } from './names.ts';

export function removeSomething(plan: Plan, text: string): Change | string | null {
  const what =
    /\b(?:remove|delete|drop|get rid of|take out|hide|(?:i |we )?(?:don't|do not) need)\s+(?:the\s+|my\s+|our\s+|any\s+)?(.+?)(?:\s+(?:please|any more|anymore))?[.!]?$/.exec(
      text,
    )?.[1];
  if (!what) return null;
  const chart =
    plan.charts.find((one) => /\bchart|page\b/.test(what) && what.includes(chartPageTitle(plan, one).toLowerCase())) ??
    (/\bchart\b/.test(what) ? plan.charts.at(-1) : undefined);
  if (chart)
    return {
      plan: { ...plan, charts: plan.charts.filter((one) => one !== chart) },
      sentence: `Done: I removed the page “${chartPageTitle(plan, chart)}”.`,
    };
  const table = exactTable(plan, what);
  if (table) return removeTable(plan, table);
  const place = findPlace(plan, what);
  if (!place) return `I found nothing called “${what.replace(/ (?:field|column|table|page)s?\b/g, '')}”. ${fieldsOf(plan)}`;
  const { field } = place;
  if (place.table.fields.length === 1) return `“${field.label}” is the only field of ${place.table.plural}, so I left it.`;
  if (place.table.layout === 'habits' && (field.key === 'streak' || field.kind === 'days')) return removeStreak(plan, place.table);
  const fields = place.table.fields.filter((one) => one !== field);
  const next = withTable(plan, place.table.name, (one) => ({ ...one, fields: named(fields) }));
  return { plan: next, sentence: `Done: I removed “${field.label}” from ${place.table.plural}.` };
}

/** A row still needs something to be called by. */
function named(fields: readonly Field[]): readonly Field[] {
  return fields.some((field) => field.kind === 'text' || field.kind === 'email') ? fields : [guessField('name'), ...fields];
}

/** What makes a habit's card is its week and its streak; without them habits are a list. */
function removeStreak(plan: Plan, table: Table): Change {
  const fields = named(table.fields.filter((field) => field.key !== 'streak' && field.kind !== 'days'));
  return {
    plan: withTable(plan, table.name, (one) => ({ ...one, layout: 'table', fields })),
    sentence: `Done: I removed the streak and the days it was counted from. ${sentenceCase(table.plural)} are now a plain list.`,
  };
}

function removeTable(plan: Plan, table: Table): Change {
  if (plan.tables.length === 1)
    return {
      plan: null,
      sentence: `I removed ${table.plural}, which were all that this app had. Tell me what to build instead, or say “undo that”.`,
    };
  const tables = plan.tables
    .filter((one) => one !== table)
    .map((one) => ({ ...one, fields: named(one.fields.filter((field) => field.to !== table.name)) }));
  return { plan: { ...plan, tables }, sentence: `Done: I removed ${table.plural}, their page and every link to them.` };
}
