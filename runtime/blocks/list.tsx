import { ChevronRightIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { CollectionFrame, type CollectionProps, useCollection } from './collection.tsx';
import { type BaseRow, type Entity, type Field, type FieldName, fieldOf, isEmpty, readValue, rowTitle, useLimit } from './data.ts';
import { FieldValue } from './fields.tsx';

export interface DataListProps<R extends BaseRow> extends CollectionProps<R> {
  /** Fields below the title of each row; default none. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  /** Field or content at the right, such as an amount or a status. */
  readonly aside?: FieldName<R> | ((row: R) => ReactNode) | undefined;
  /** Content at the left, such as a picture or an icon. */
  readonly lead?: ((row: R) => ReactNode) | undefined;
  /** Replaces the whole row; disables opening the row by click. */
  readonly renderRow?: ((row: R) => ReactNode) | undefined;
  /** Buttons at the end of each row. */
  readonly rowActions?: ((row: R) => ReactNode) | undefined;
  /** Page size; default 50, more on demand. */
  readonly limit?: number | undefined;
}

/** Rows as a list: title, further fields, and one value at the right. */
export function DataList<R extends BaseRow>(props: DataListProps<R>) {
  const { entity, renderRow, fields = [] } = props;
  const [limit, showMore] = useLimit(props.limit ?? 50);
  const collection = useCollection(props, { limit });
  const { rows, open } = collection;
  return (
    <CollectionFrame props={props} collection={collection} isCard footer={rows.hasMore ? <MoreButton onClick={showMore} /> : null}>
      <ul className="divide-y">
        {rows.rows.map((row) =>
          renderRow ? (
            <li key={row.id} className="px-4 py-3">
              {renderRow(row)}
            </li>
          ) : (
            <RowItem
              key={row.id}
              entity={entity}
              row={row}
              fields={fields.map((name) => fieldOf(entity, name))}
              aside={props.aside}
              lead={props.lead}
              onOpen={open}
              actions={props.rowActions}
            />
          ),
        )}
      </ul>
    </CollectionFrame>
  );
}

/** Button that shows another page of rows. */
export function MoreButton({ onClick }: { onClick: () => void }) {
  return (
    <div className="p-2 text-center">
      <Button variant="ghost" size="sm" onClick={onClick}>
        Show more
      </Button>
    </div>
  );
}

interface RowItemProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  readonly row: R;
  readonly fields: readonly Field[];
  readonly aside?: DataListProps<R>['aside'];
  readonly lead?: DataListProps<R>['lead'];
  readonly onOpen: (row: R) => void;
  readonly actions?: ((row: R) => ReactNode) | undefined;
}

/** A row that opens by a click anywhere on it. */
export function RowItem<R extends BaseRow>({ entity, row, fields, aside, lead, onOpen, actions }: RowItemProps<R>) {
  const shown = fields.filter(({ name }) => !isEmpty(readValue(row, name)));
  return (
    <li className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-muted/50">
      {lead ? <div className="shrink-0">{lead(row)}</div> : null}
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="block max-w-full truncate rounded-sm text-left font-medium text-sm outline-none after:absolute after:inset-0 focus-visible:after:ring-[3px] focus-visible:after:ring-ring/40 focus-visible:after:ring-inset"
          onClick={() => onOpen(row)}
        >
          {rowTitle(entity, row)}
        </button>
        {shown.length > 0 ? (
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
            {shown.map((field) => (
              <span key={field.name} className="min-w-0 max-w-full truncate">
                <span className="sr-only">{field.label}: </span>
                <FieldValue entity={entity} field={field} value={readValue(row, field.name)} isPlain />
              </span>
            ))}
          </div>
        ) : null}
      </div>
      {aside ? (
        <div className="shrink-0 text-sm">
          {typeof aside === 'function' ? aside(row) : <Aside entity={entity} row={row} name={aside} />}
        </div>
      ) : null}
      {actions ? (
        <div className="relative z-10 shrink-0">{actions(row)}</div>
      ) : (
        <ChevronRightIcon className="size-4 shrink-0 text-muted-foreground/60" aria-hidden />
      )}
    </li>
  );
}

function Aside<R extends BaseRow>({ entity, row, name }: { entity: Entity<R>; row: R; name: string }) {
  return <FieldValue entity={entity} field={fieldOf(entity, name)} value={readValue(row, name)} isPlain />;
}
