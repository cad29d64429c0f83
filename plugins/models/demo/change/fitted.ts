import { firstOf, type Plan, statusField, type Table } from '../plan.ts';

/** A plan without what a change has taken the ground from: a board without a status, a chart of a field that is gone. */
export function fitted(plan: Plan): Plan {
  const tables = plan.tables.map((table) => ({ ...table, layout: layoutOf(table), sort: sortOf(table) }));
  const charts = plan.charts.filter(({ table: name, group, measure }) => {
    const fields = tables.find((table) => table.name === name)?.fields ?? [];
    const grouped = fields.find((field) => field.key === group);
    const measured = measure === null ? undefined : fields.find((field) => field.key === measure);
    return (
      grouped !== undefined &&
      ['enum', 'date', 'date-time', 'reference', 'boolean', 'text'].includes(grouped.kind) &&
      (measure === null || (measured !== undefined && ['money', 'number', 'percent', 'rating'].includes(measured.kind)))
    );
  });
  return { ...plan, tables, charts };
}

function layoutOf(table: Table): Table['layout'] {
  const fits: Partial<Record<Table['layout'], unknown>> = {
    board: statusField(table),
    agenda: firstOf(table, 'date', 'date-time'),
    checklist: firstOf(table, 'boolean'),
    habits: table.fields.find((field) => field.kind === 'days'),
  };
  return table.layout in fits && fits[table.layout] === undefined ? 'table' : table.layout;
}

function sortOf(table: Table): string {
  const key = table.sort.replace('-', '');
  return key === 'createdAt' || table.fields.some((field) => field.key === key) ? table.sort : '-createdAt';
}
