import { PlusIcon } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { CollectionFrame, type CollectionProps, useCollection } from './collection.tsx';
import { type BaseRow, type Entity, type FieldName, fieldOf, formatValue, isEmpty, optionLabel, readValue, rowTitle } from './data.ts';
import { FieldValue, optionColor } from './fields.tsx';

export interface DataBoardProps<R extends BaseRow> extends CollectionProps<R> {
  /** An enum field: its options are the columns. */
  readonly by: FieldName<R>;
  /** Shown on the cards below their title. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  /** Content of a card below its title, instead of `fields`. */
  readonly renderCard?: ((row: R) => ReactNode) | undefined;
  /** A number field to sum per column. */
  readonly total?: FieldName<R> | undefined;
}

/** Rows as cards in columns. Cards move by drag and drop, and by Alt with an arrow key. */
export function DataBoard<R extends BaseRow>(props: DataBoardProps<R>) {
  const { entity, by } = props;
  const collection = useCollection(props, { limit: 1000 });
  const { rows, editor, canAdd, open } = collection;
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const field = fieldOf(entity, by);
  const move = (row: R, option: string) => {
    if (String(readValue(row, by) ?? '') === option || !rows.access.canChange(row)) return;
    setAnnouncement(`${rowTitle(entity, row)} moved to ${optionLabel(option)}`);
    // The store of rows shows the error.
    rows.update(row, { [by]: option }).catch(() => {});
  };
  return (
    <CollectionFrame props={props} collection={collection} skeleton={<BoardSkeleton columns={field.options.length} />}>
      <div className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:scroll-px-6 sm:px-6">
        {field.options.map((option, index) => (
          <BoardColumn
            key={option}
            {...props}
            option={option}
            color={optionColor(field, option)}
            rows={rows.rows.filter((row) => String(readValue(row, by) ?? field.options[0]) === option)}
            canChange={rows.access.canChange}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={(id) => {
              const row = rows.rows.find((candidate) => candidate.id === id);
              if (row) move(row, option);
            }}
            onShift={(row, step) => {
              const target = field.options[index + step];
              if (target !== undefined) move(row, target);
            }}
            onAdd={canAdd ? () => editor.open(undefined, { [by]: option }) : null}
            onOpen={open}
            preload={editor.preload}
          />
        ))}
      </div>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </CollectionFrame>
  );
}

interface BoardColumnProps<R extends BaseRow> extends Pick<DataBoardProps<R>, 'entity' | 'fields' | 'renderCard' | 'title' | 'total'> {
  readonly option: string;
  readonly color: string;
  readonly rows: readonly R[];
  readonly canChange: (row: R) => boolean;
  readonly dragged: string | null;
  readonly onDrag: (id: string | null) => void;
  readonly onDrop: (id: string) => void;
  readonly onShift: (row: R, step: 1 | -1) => void;
  readonly onAdd: (() => void) | null;
  readonly onOpen: (row: R) => void;
  readonly preload: () => void;
}

function BoardColumn<R extends BaseRow>(props: BoardColumnProps<R>) {
  const { entity, option, color, rows, total, dragged, onAdd } = props;
  const [isOver, setOver] = useState(false);
  const label = optionLabel(option);
  // One level below the heading of the block or page.
  const Heading = props.title ? 'h3' : 'h2';
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (dragged !== null) props.onDrop(dragged);
  };
  return (
    <section
      aria-label={label}
      className={cn(
        'flex w-[82%] shrink-0 snap-start flex-col gap-2 rounded-xl bg-muted/60 p-2 transition-colors sm:w-64 sm:min-w-44 sm:flex-1 sm:shrink',
        isOver && dragged !== null && 'bg-accent',
      )}
      onDragOver={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header className="flex h-8 items-center gap-2 px-2 text-sm">
        <span className="size-2.5 shrink-0 rounded-full" style={{ backgroundColor: color }} aria-hidden />
        <Heading className="truncate font-medium">{label}</Heading>
        <span className="text-muted-foreground tabular-nums">{rows.length}</span>
        {onAdd ? (
          <Button
            variant="ghost"
            size="icon-sm"
            className="-mr-1 ml-auto"
            aria-label={`Add to ${label}`}
            onClick={onAdd}
            onPointerEnter={props.preload}
          >
            <PlusIcon />
          </Button>
        ) : null}
      </header>
      {total ? <p className="-mt-2 px-2 text-muted-foreground text-sm tabular-nums">{sumText(entity, total, rows)}</p> : null}
      <ul className="grid min-h-24 content-start gap-2">
        {rows.map((row) => (
          <BoardCard key={row.id} {...props} row={row} />
        ))}
      </ul>
    </section>
  );
}

function sumText<R extends BaseRow>(entity: Entity<R>, name: string, rows: readonly R[]): string {
  return formatValue(
    fieldOf(entity, name),
    rows.reduce((sum, row) => sum + Number(readValue(row, name) ?? 0), 0),
  );
}

function BoardCard<R extends BaseRow>({
  entity,
  fields = [],
  renderCard,
  row,
  canChange,
  dragged,
  onDrag,
  onShift,
  onOpen,
  preload,
}: BoardColumnProps<R> & { row: R }) {
  const isMovable = canChange(row);
  const shift = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    onShift(row, step);
    // The card is remounted in the other column: restore its focus.
    requestAnimationFrame(() => document.getElementById(`card-${row.id}`)?.focus());
  };
  const shown = fields.map((name) => fieldOf(entity, name)).filter(({ name }) => !isEmpty(readValue(row, name)));
  return (
    <li
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', rowTitle(entity, row));
        onDrag(row.id);
      }}
      onDragEnd={() => onDrag(null)}
      onPointerEnter={preload}
      className={cn(
        'relative rounded-lg border bg-card p-3 text-card-foreground text-sm transition-colors hover:border-ring/60',
        isMovable && 'cursor-grab active:cursor-grabbing',
        dragged === row.id && 'opacity-50',
      )}
    >
      <button
        id={`card-${row.id}`}
        type="button"
        aria-keyshortcuts={isMovable ? 'Alt+ArrowRight Alt+ArrowLeft' : undefined}
        className="block w-full text-left font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:ring-[3px] focus-visible:after:ring-ring/40"
        onClick={() => onOpen(row)}
        onKeyDown={isMovable ? shift : undefined}
      >
        {rowTitle(entity, row)}
      </button>
      {renderCard ? <div className="mt-2">{renderCard(row)}</div> : null}
      {!renderCard && shown.length > 0 ? (
        <div className="mt-2 flex flex-wrap items-center gap-1.5 text-muted-foreground">
          {shown.map((field) => (
            <span key={field.name}>
              <span className="sr-only">{field.label}: </span>
              <FieldValue entity={entity} field={field} value={readValue(row, field.name)} isPlain />
            </span>
          ))}
        </div>
      ) : null}
    </li>
  );
}

function BoardSkeleton({ columns }: { columns: number }) {
  return (
    <div className="flex gap-4 overflow-hidden">
      {Array.from({ length: columns }, (_, index) => index).map((column) => (
        <div key={column} className="grid w-64 shrink-0 flex-1 gap-2 rounded-xl bg-muted/60 p-2 sm:min-w-44 sm:shrink">
          <Skeleton className="m-2 h-4 w-24" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ))}
    </div>
  );
}
