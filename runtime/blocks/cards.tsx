import type { ReactNode } from 'react';
import { cn } from '../kit/cn.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { CollectionFrame, type CollectionProps, useCollection } from './collection.tsx';
import { type BaseRow, type Entity, type FieldName, fieldOf, isEmpty, readValue, rowTitle, smallImage, useLimit } from './data.ts';
import { FieldValue } from './fields.tsx';
import { MoreButton } from './list.tsx';

export interface DataCardsProps<R extends BaseRow> extends CollectionProps<R> {
  /** Fields below the title of each card. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  /** A field with an image URL, shown above the title. */
  readonly image?: FieldName<R> | undefined;
  /** A field in the top right corner. */
  readonly badge?: FieldName<R> | undefined;
  /** Number of columns on a desktop; default 3. */
  readonly columns?: 2 | 3 | 4 | undefined;
  /** Content at the bottom of each card, such as buttons. */
  readonly footer?: ((row: R) => ReactNode) | undefined;
  /** Replaces the whole card; disables opening the row by click. */
  readonly renderCard?: ((row: R) => ReactNode) | undefined;
  /** Page size; default 24, more on demand. */
  readonly limit?: number | undefined;
}

const COLUMNS = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' } as const;

/** Rows as cards, with optional pictures. */
export function DataCards<R extends BaseRow>(props: DataCardsProps<R>) {
  const { columns = 3, renderCard } = props;
  const [limit, showMore] = useLimit(props.limit ?? 24);
  const collection = useCollection(props, { limit });
  const { rows, open } = collection;
  const grid = cn('grid gap-4', COLUMNS[columns]);
  return (
    <CollectionFrame
      props={props}
      collection={collection}
      skeleton={<CardsSkeleton className={grid} />}
      footer={rows.hasMore ? <MoreButton onClick={showMore} /> : null}
    >
      <ul className={grid}>
        {rows.rows.map((row) => (
          <li
            key={row.id}
            className="relative flex min-w-0 flex-col overflow-hidden rounded-xl border bg-card text-card-foreground transition-colors hover:border-ring/50"
          >
            {renderCard ? renderCard(row) : <CardBody {...props} row={row} onOpen={open} />}
          </li>
        ))}
      </ul>
    </CollectionFrame>
  );
}

interface CardBodyProps<R extends BaseRow> extends Pick<DataCardsProps<R>, 'fields' | 'image' | 'badge' | 'footer'> {
  readonly entity: Entity<R>;
  readonly row: R;
  readonly onOpen: (row: R) => void;
}

function CardBody<R extends BaseRow>({ entity, row, fields = [], image, badge, footer, onOpen }: CardBodyProps<R>) {
  const shown = fields.map((name) => fieldOf(entity, name)).filter(({ name }) => !isEmpty(readValue(row, name)));
  return (
    <>
      {image ? <Picture address={readValue(row, image)} /> : null}
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-start justify-between gap-2">
          <button
            type="button"
            className="wrap-anywhere min-w-0 text-left font-medium outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:ring-[3px] focus-visible:after:ring-ring/40 focus-visible:after:ring-inset"
            onClick={() => onOpen(row)}
          >
            {rowTitle(entity, row)}
          </button>
          {badge && !isEmpty(readValue(row, badge)) ? (
            <span className="shrink-0">
              <FieldValue entity={entity} field={fieldOf(entity, badge)} value={readValue(row, badge)} isPlain />
            </span>
          ) : null}
        </div>
        {shown.map((field) => (
          <div
            key={field.name}
            className={cn('text-muted-foreground text-sm', field.kind === 'multiline' && 'line-clamp-3 whitespace-pre-line')}
          >
            <span className="sr-only">{field.label}: </span>
            <FieldValue entity={entity} field={field} value={readValue(row, field.name)} isPlain />
          </div>
        ))}
        {footer ? <div className="relative z-10 mt-auto flex flex-wrap items-center gap-2 pt-2">{footer(row)}</div> : null}
      </div>
    </>
  );
}

function Picture({ address }: { address: unknown }) {
  const frame = 'aspect-video w-full border-b bg-muted';
  return typeof address === 'string' && address !== '' ? (
    <img src={smallImage(address, 640)} alt="" loading="lazy" className={cn(frame, 'object-cover')} />
  ) : (
    <div className={cn(frame, 'bg-linear-to-br from-muted to-accent')} />
  );
}

function CardsSkeleton({ className }: { className: string }) {
  return (
    <div className={className}>
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className="grid gap-3 rounded-xl border bg-card p-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </div>
  );
}
