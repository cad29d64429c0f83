import type { ReactNode } from 'react';
import { type BaseRow, type Entity, nounsOf, type Rows, useRows } from './data.ts';
import { type Editor, type EditorOptions, useEditor } from './editor.tsx';
import { type FilterOptions, useFilterBar } from './filter-bar.tsx';
import { AddButton, Section } from './page.tsx';
import { type EmptyWords, RowStates } from './states.tsx';

/** Common props of all blocks that show several rows. */
export interface CollectionProps<R extends BaseRow> extends FilterOptions<R> {
  readonly entity: Entity<R>;
  /** `field` or `-field`; default newest first. */
  readonly sort?: string | undefined;
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** Content at the right of the title, before the add button. */
  readonly actions?: ReactNode;
  readonly empty?: EmptyWords | undefined;
  /** Options of the form in the row dialog. */
  readonly form?: EditorOptions<R> | undefined;
  /** Whether users with permission get an add button; default yes. */
  readonly canAdd?: boolean | undefined;
  /** Replaces the row dialog, such as by navigation to the row's page. */
  readonly onOpen?: ((row: R) => void) | undefined;
  /** Interval in seconds of reloading the rows. */
  readonly refresh?: number | undefined;
  readonly className?: string | undefined;
}

/** The rows of a block and their actions. */
export interface CollectionState<R extends BaseRow> {
  readonly rows: Rows<R>;
  readonly editor: Editor<R>;
  /** Whether the user may add rows in this block. */
  readonly canAdd: boolean;
  readonly isFiltered: boolean;
  /** Status of the rows' query. */
  readonly filterKey: string;
  readonly bar: ReactNode;
  open(row: R): void;
}

export interface CollectionOptions {
  readonly limit?: number;
  readonly skip?: number;
  readonly sort?: string | undefined;
}

export function useCollection<R extends BaseRow>(props: CollectionProps<R>, options: CollectionOptions = {}): CollectionState<R> {
  const { entity, refresh, onOpen } = props;
  const { filter, isFiltered, bar } = useFilterBar(entity, props);
  const rows = useRows(entity, { filter, sort: options.sort ?? props.sort, limit: options.limit, skip: options.skip, refresh });
  const editor = useEditor(entity, props.form);
  return {
    rows,
    editor,
    canAdd: (props.canAdd ?? true) && rows.access.canAdd,
    isFiltered,
    filterKey: JSON.stringify(filter),
    bar,
    open: (row) => (onOpen ? onOpen(row) : editor.open(row)),
  };
}

export interface CollectionFrameProps<R extends BaseRow> {
  readonly props: CollectionProps<R>;
  readonly collection: CollectionState<R>;
  readonly isCard?: boolean;
  readonly skeleton?: ReactNode;
  /** Renders the block also without rows, such as a calendar. */
  readonly isAlwaysFull?: boolean;
  /** Content below the rows. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a block: heading, states and dialog; its children are the rows. */
export function CollectionFrame<R extends BaseRow>(frame: CollectionFrameProps<R>) {
  const { props, collection, isCard = false, skeleton, isAlwaysFull = false, footer, children } = frame;
  const { entity, title, description, actions, empty, className } = props;
  const { rows, editor, canAdd, isFiltered, bar } = collection;
  const add = canAdd ? <AddButton noun={nounsOf(entity).one} editor={editor} /> : null;
  const isEmpty = rows.status === 'ready' && rows.rows.length === 0 && !isFiltered && !isAlwaysFull;
  return (
    <Section
      title={title}
      description={description}
      toolbar={isEmpty ? null : bar}
      actions={
        actions || (add && rows.status === 'ready' && !isEmpty) ? (
          <>
            {actions}
            {rows.status === 'ready' && !isEmpty ? add : null}
          </>
        ) : null
      }
      isCard={isCard || rows.status === 'denied' || rows.status === 'error' || isEmpty}
      className={className}
    >
      {isAlwaysFull && rows.status === 'ready' ? (
        children
      ) : (
        <RowStates entity={entity} rows={rows} empty={empty} add={add} isFiltered={isFiltered} skeleton={skeleton}>
          {children}
        </RowStates>
      )}
      {footer}
      {editor.dialog}
    </Section>
  );
}
