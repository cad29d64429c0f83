import { ArrowDownIcon, ArrowUpIcon, ChevronLeftIcon, ChevronRightIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../kit/table.tsx';
import { useIsMobile } from '../kit/use-mobile.ts';
import { CollectionFrame, type CollectionProps, type CollectionState, useCollection } from './collection.tsx';
import { type BaseRow, type Entity, type Field, type FieldName, fieldOf, readValue, rowTitle, selectFields, titleField } from './data.ts';
import { FieldValue } from './fields.tsx';
import { RowItem } from './list.tsx';

export interface Column<R> {
  /** Of a field, or any name for a column of your own. */
  readonly name: FieldName<R> | (string & {});
  readonly label?: string;
  readonly render?: (row: R) => ReactNode;
  readonly align?: 'left' | 'right';
}

export interface DataTableProps<R extends BaseRow> extends CollectionProps<R> {
  /** Fields by name, or columns of your own; default the first six fields. The first one opens the row. */
  readonly columns?: readonly (FieldName<R> | Column<R>)[] | undefined;
  /** Rows of a page; default 25. */
  readonly pageSize?: number | undefined;
  /** At the end of each row. */
  readonly rowActions?: ((row: R) => ReactNode) | undefined;
}

const NUMERIC = ['number', 'integer', 'currency', 'percent'];

/** Rows in columns: sorted by their headings, page by page, opened by a click. A list on a phone. */
export function DataTable<R extends BaseRow>(props: DataTableProps<R>) {
  const { entity, pageSize = 25, rowActions } = props;
  // The page's order until a heading is chosen, so that a changed page shows its new order at once.
  const [chosen, setSort] = useState<string | null>(null);
  const sort = chosen ?? props.sort ?? '-createdAt';
  const [place, setPlace] = useState({ page: 0, filterKey: '' });
  const collection = useCollection(props, { sort, limit: pageSize, skip: place.page * pageSize });
  const { rows, filterKey, open } = collection;
  const isMobile = useIsMobile();
  const columns = columnsOf(entity, props.columns);
  const { page } = place;
  // Another filter begins on its first page.
  if (page > 0 && place.filterKey !== filterKey) setPlace({ page: 0, filterKey });
  return (
    <CollectionFrame
      props={props}
      collection={{ ...collection, isFiltered: collection.isFiltered || page > 0 }}
      isCard
      footer={
        page > 0 || rows.hasMore ? (
          <Pages page={page} hasMore={rows.hasMore} onPage={(next) => setPlace({ page: next, filterKey })} />
        ) : null
      }
    >
      {isMobile ? (
        <ul className="divide-y">
          {rows.rows.map((row) => (
            <RowItem
              key={row.id}
              entity={entity}
              row={row}
              fields={columns.slice(1).flatMap(({ field, render }) => (field && !render ? field : []))}
              aside={asideOf(columns.slice(1))}
              onOpen={open}
              actions={rowActions}
            />
          ))}
        </ul>
      ) : (
        <Table>
          <TableHeader>
            <TableRow className="hover:bg-transparent">
              {columns.map((column) => (
                <ColumnHead key={column.name} column={column} sort={sort} onSort={setSort} />
              ))}
              {rowActions ? (
                <TableHead className="w-10">
                  <span className="sr-only">Actions</span>
                </TableHead>
              ) : null}
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.rows.map((row) => (
              <Line key={row.id} entity={entity} row={row} columns={columns} collection={collection} actions={rowActions} />
            ))}
          </TableBody>
        </Table>
      )}
    </CollectionFrame>
  );
}

/** On a phone, custom columns are at the right of a row. */
function asideOf<R extends BaseRow>(columns: readonly Column<R>[]): ((row: R) => ReactNode) | undefined {
  const own = columns.filter(({ render }) => render !== undefined);
  if (own.length === 0) return undefined;
  return (row) => (
    <div className="grid justify-items-end gap-1">
      {own.map(({ name, render }) => (
        <div key={name}>{render?.(row)}</div>
      ))}
    </div>
  );
}

interface LineProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  readonly row: R;
  readonly columns: readonly ReadyColumn<R>[];
  readonly collection: CollectionState<R>;
  readonly actions: DataTableProps<R>['rowActions'];
}

function Line<R extends BaseRow>({ entity, row, columns, collection: { open, editor }, actions }: LineProps<R>) {
  return (
    <TableRow className="cursor-pointer" onClick={() => open(row)} onPointerEnter={editor.preload}>
      {columns.map((column, index) => (
        <TableCell key={column.name} className={cn('max-w-80 truncate', column.align === 'right' && 'text-right')}>
          {index > 0 ? (
            <Cell entity={entity} column={column} row={row} />
          ) : (
            <button
              type="button"
              className="max-w-full truncate rounded-sm font-medium outline-none focus-visible:ring-[3px] focus-visible:ring-ring/40"
              onFocus={editor.preload}
              onClick={(event) => {
                event.stopPropagation();
                open(row);
              }}
            >
              {isTitle(entity, column) ? rowTitle(entity, row) : <Cell entity={entity} column={column} row={row} />}
            </button>
          )}
        </TableCell>
      ))}
      {actions ? (
        // What is clicked here is not the row.
        <TableCell className="text-right" onClick={(event) => event.stopPropagation()}>
          {actions(row)}
        </TableCell>
      ) : null}
    </TableRow>
  );
}

const isTitle = <R extends BaseRow>(entity: Entity<R>, { render, field }: ReadyColumn<R>): boolean =>
  render === undefined && field?.name === titleField(entity).name;

interface ReadyColumn<R> extends Column<R> {
  readonly field: Field | null;
}

function columnsOf<R extends BaseRow>(entity: Entity<R>, given: DataTableProps<R>['columns']): readonly ReadyColumn<R>[] {
  const columns =
    given ??
    (selectFields(entity, undefined)
      .slice(0, 6)
      .map(({ name }) => name) as FieldName<R>[]);
  return columns.map((column) => {
    const stated: Column<R> = typeof column === 'string' ? { name: column } : column;
    const isOwn = stated.render !== undefined && entity.definition?.properties[stated.name] === undefined;
    const field = isOwn ? null : fieldOf(entity, stated.name);
    return { align: field !== null && NUMERIC.includes(field.kind) ? 'right' : 'left', ...stated, field };
  });
}

function Cell<R extends BaseRow>({ entity, column, row }: { entity: Entity<R>; column: ReadyColumn<R>; row: R }) {
  if (column.render) return column.render(row);
  return column.field === null ? null : (
    <FieldValue entity={entity} field={column.field} value={readValue(row, column.field.name)} isPlain />
  );
}

function ColumnHead<R>({ column, sort, onSort }: { column: ReadyColumn<R>; sort: string; onSort: (sort: string) => void }) {
  const { name, field, align } = column;
  const label = column.label ?? field?.label ?? '';
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  if (field === null || ['items', 'list', 'choices', 'reference'].includes(field.kind)) {
    return <TableHead className={align === 'right' ? 'text-right' : undefined}>{label}</TableHead>;
  }
  const Arrow = order === 'descending' ? ArrowDownIcon : ArrowUpIcon;
  return (
    <TableHead aria-sort={order} className={align === 'right' ? 'text-right' : undefined}>
      <button
        type="button"
        className={cn(
          'group inline-flex items-center gap-1 rounded-sm outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/40',
          align === 'right' && 'flex-row-reverse',
          order && 'text-foreground',
        )}
        onClick={() => onSort(order === 'ascending' ? `-${name}` : name)}
      >
        {label}
        <Arrow className={cn('size-3.5', order === undefined && 'opacity-0 group-hover:opacity-40')} aria-hidden />
      </button>
    </TableHead>
  );
}

function Pages({ page, hasMore, onPage }: { page: number; hasMore: boolean; onPage: (page: number) => void }) {
  return (
    <nav aria-label="Pages of rows" className="flex items-center justify-end gap-2 border-t px-3 py-2 text-muted-foreground text-sm">
      <span className="mr-auto">Page {page + 1}</span>
      <Button variant="ghost" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon /> Previous
      </Button>
      <Button variant="ghost" size="sm" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Next <ChevronRightIcon />
      </Button>
    </nav>
  );
}
