import { PlusIcon, Trash2Icon } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Input } from '../kit/input.tsx';
import { CollectionFrame, type CollectionProps, type CollectionState, useCollection } from './collection.tsx';
import { type BaseRow, type FieldName, fieldOf, isEmpty, nounsOf, readValue, rowTitle, titleField } from './data.ts';
import { FieldValue } from './fields.tsx';

export interface DataChecklistProps<R extends BaseRow> extends CollectionProps<R> {
  /** A boolean field: whether the row is done. */
  readonly done: FieldName<R>;
  /** Fields at the right of each row. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  /** Whether done rows are collapsed; default no. */
  readonly hideDone?: boolean | undefined;
}

/** Rows with check boxes. An input below adds rows; a click on the text opens the row. */
export function DataChecklist<R extends BaseRow>(props: DataChecklistProps<R>) {
  const { entity, done, hideDone = false } = props;
  const collection = useCollection({ sort: 'createdAt', ...props }, { limit: 1000 });
  const { rows } = collection;
  const isDone = (row: R) => readValue(row, done) === true;
  const open = hideDone ? rows.rows.filter((row) => !isDone(row)) : rows.rows;
  const ticked = hideDone ? rows.rows.filter(isDone) : [];
  const lines = (list: readonly R[]) => (
    <ul className="divide-y">
      {list.map((row) => (
        <Line key={row.id} {...props} row={row} collection={collection} isDone={isDone(row)} />
      ))}
    </ul>
  );
  const count = rows.rows.filter(isDone).length;
  return (
    <CollectionFrame
      // The input below the rows adds them.
      props={{
        ...props,
        canAdd: false,
        description: props.description ?? (rows.rows.length > 0 ? `${count} of ${rows.rows.length} done` : null),
      }}
      collection={{ ...collection, canAdd: false }}
      isCard
      isAlwaysFull={collection.canAdd && props.empty === undefined}
    >
      {lines(open)}
      {collection.canAdd ? (
        <NewLine noun={nounsOf(entity).one} onAdd={(title) => rows.create({ [titleField(entity).name]: title, ...props.form?.defaults })} />
      ) : null}
      {ticked.length > 0 ? (
        <details className="border-t">
          <summary className="cursor-pointer px-4 py-3 text-muted-foreground text-sm outline-none focus-visible:ring-[3px] focus-visible:ring-ring/40 focus-visible:ring-inset">
            {ticked.length} done
          </summary>
          {lines(ticked)}
        </details>
      ) : null}
    </CollectionFrame>
  );
}

interface LineProps<R extends BaseRow> extends DataChecklistProps<R> {
  readonly row: R;
  readonly collection: CollectionState<R>;
  readonly isDone: boolean;
}

function Line<R extends BaseRow>({ entity, done, fields = [], row, collection: { rows, open }, isDone }: LineProps<R>) {
  const title = rowTitle(entity, row);
  const canChange = rows.access.canChange(row);
  const shown = fields.map((name) => fieldOf(entity, name)).filter(({ name }) => !isEmpty(readValue(row, name)));
  return (
    <li className="group flex min-h-12 items-center gap-3 px-4 py-2">
      <input
        type="checkbox"
        aria-label={title}
        className="size-4.5 shrink-0 accent-primary"
        checked={isDone}
        disabled={!canChange}
        // The store of rows shows the error.
        onChange={(event) => void rows.update(row, { [done]: event.target.checked }).catch(() => {})}
      />
      <button
        type="button"
        className={cn(
          'wrap-anywhere min-w-0 flex-1 rounded-sm py-1 text-left text-sm outline-none focus-visible:ring-[3px] focus-visible:ring-ring/40',
          isDone && 'text-muted-foreground line-through',
        )}
        onClick={() => open(row)}
      >
        {title}
      </button>
      {shown.map((field) => (
        <span key={field.name} className="shrink-0 text-muted-foreground text-sm">
          <FieldValue entity={entity} field={field} value={readValue(row, field.name)} isPlain />
        </span>
      ))}
      {canChange ? (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Delete ${title}`}
          className="text-muted-foreground sm:opacity-0 sm:focus-visible:opacity-100 sm:group-hover:opacity-100"
          onClick={() => rows.remove(row)}
        >
          <Trash2Icon />
        </Button>
      ) : null}
    </li>
  );
}

function NewLine({ noun, onAdd }: { noun: string; onAdd: (title: string) => Promise<unknown> }) {
  const [title, setTitle] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = title.trim();
    if (text === '') return;
    setTitle('');
    // Restore the text of a refused row.
    onAdd(text).catch(() => setTitle(text));
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-2 border-t p-2 first:border-t-0">
      <Input
        aria-label={`New ${noun}`}
        placeholder={`Add ${noun}`}
        className="border-transparent bg-transparent shadow-none"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit" variant="ghost" size="icon" aria-label={`Add ${noun}`}>
        <PlusIcon />
      </Button>
    </form>
  );
}
