import type { RuledTable, StoredRow } from './rule-matrix.ts';
import type { Call } from './world.ts';

const q = (filter: object): string => `q=${encodeURIComponent(JSON.stringify(filter))}`;
/** The path of a call, of what follows the name of the table. */
export type Paths = (rest?: string) => string;
export const FIELDS = ['pay', 'rank'] as const;

/** Calls by a field that the caller may not see in all of their rows. */
export const byField: Readonly<Record<string, (path: Paths, field: string, value: unknown) => Call>> = {
  filter: (path, field, value) => ({ path: path(`?${q({ [field]: value })}`) }),
  'filter within': (path, field, value) => ({ path: path(`?${q({ $or: [{ text: 'no' }, { $nor: [{ [field]: { $ne: value } }] }] })}`) }),
  range: (path, field, value) => ({ path: path(`?${q({ [field]: { $gte: value } })}`) }),
  exists: (path, field) => ({ path: path(`/count?${q({ [field]: { $exists: true } })}`) }),
  sort: (path, field) => ({ path: path(`?sort=${field}`) }),
  'second sort': (path, field) => ({ path: path(`?sort=team,-${field}&limit=2`) }),
  group: (path, field) => ({ path: path('/aggregate'), body: { groupBy: field } }),
  least: (path, field) => ({ path: path('/aggregate'), body: { groupBy: 'team', min: field, max: field } }),
  distinct: (path, field) => ({ path: path('/aggregate'), body: { countDistinct: field } }),
  'filtered group': (path, field, value) => ({ path: path('/aggregate'), body: { groupBy: 'team', query: { [field]: value } } }),
  'removal of none': (path, field, value) => ({ method: 'DELETE', path: path(`?${q({ $and: [{ [field]: value }, { text: 'no' }] })}`) }),
  'change of none': (path, field, value) => ({
    method: 'PATCH',
    path: path('/update-many'),
    body: { query: { [field]: value, text: 'no' }, data: { note: 'x' } },
  }),
};

/** Reads and harmless writes. `rows`: all rows of the table. */
export function callsOf({ name }: RuledTable, path: Paths, rows: readonly StoredRow[]): readonly Call[] {
  const ids = rows.map(({ id }) => id);
  const note = { note: 'seen' };
  return [
    ...['', '?fields=text,pay', '?fields=rank', '?sort=text', '?limit=2&skip=1', '?rows=live', '?as=visitor', '/schema'],
    ...[`?${q({ id: { $in: ids } })}`, `?${q({ text: { $regex: 'text' } })}`, '/count', '/v2/list?limit=2', '/v2/list?distinct=text'],
    ...ids.flatMap((id) => [`/${id}`, `?after=${id}`, `/${id}/history`]),
  ]
    .map((rest): Call => ({ path: path(rest) }))
    .concat([
      { path: path('/aggregate'), body: { groupBy: ['text', 'team'] } },
      { path: path('/aggregate'), body: { max: 'text', min: 'id', countDistinct: 'team' } },
      ...ids.map((id): Call => ({ method: 'PUT', path: path(`/${id}`), body: note })),
      { method: 'PUT', path: path('/bulk'), body: ids.map((id) => ({ id, ...note })) },
      ...ids.map((id): Call => ({ method: 'PUT', path: path('/bulk'), body: [{ id, ...note }] })),
      { method: 'PATCH', path: path('/update-many'), body: { query: {}, data: note } },
      { path: path(), body: { team: 'x', text: { not: 'a text' }, pay: 5 } },
      { path: path('/upsert'), body: { records: [{ team: 'x', note: 'made' }], key: ['team'] } },
      { path: path('/import'), body: importOf(`text,team\nmade by import of ${name},x\n`) },
    ]);
}
function importOf(text: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'rows.csv');
  return form;
}
