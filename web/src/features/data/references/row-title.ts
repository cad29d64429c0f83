import type { Column } from '../columns.ts';
import type { Row } from '../rows/api.ts';

const isName = ({ id, type }: Pick<Column, 'id' | 'type'>): boolean => type === 'text' && /^(?:name|title|label)$/i.test(id);

/** The column that names a row for people: a name or a title, else the first text; undefined without any. */
export function titleColumn<Some extends Pick<Column, 'id' | 'type' | 'isReadOnly'>>(columns: readonly Some[]): Some | undefined {
  const own = columns.filter(({ isReadOnly }) => !isReadOnly);
  return own.find(isName) ?? own.find(({ type }) => type === 'text');
}

export function rowTitle(row: Row, columns: readonly Column[]): string {
  const column = titleColumn(columns);
  const value = column === undefined ? null : row[column.id];
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : row.id;
}
