import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { BaseRow, Entity, FieldName, RowFields } from './data.ts';

const load = () => import('./lazy/editor-dialog.tsx');
const EditorDialog = lazy(load);

export interface EditorOptions<R extends BaseRow> {
  /** Fields of the form; default all. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  readonly defaults?: RowFields | undefined;
  /** Number of columns of the form; default 1. */
  readonly columns?: 1 | 2 | undefined;
  readonly canDelete?: boolean | undefined;
}

/** Opens rows in a dialog. */
export interface Editor<R> {
  /** Opens the form for a row, or for a new one with these values. Without write permission, the row is read-only. */
  open(row?: R, defaults?: RowFields): void;
  /** Preloads the dialog: call it on hover and focus of the button that opens it. */
  preload(): void;
  /** The dialog element, to be rendered in the page. */
  readonly dialog: ReactNode;
}

/** The dialog for adding and editing rows, lazy-loaded. */
export function useEditor<R extends BaseRow>(entity: Entity<R>, options: EditorOptions<R> = {}): Editor<R> {
  const [opened, setOpened] = useState<{
    readonly key: number;
    readonly row: R | undefined;
    readonly defaults: RowFields | undefined;
  } | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    open(row, defaults) {
      setOpened((before) => ({ key: (before?.key ?? 0) + 1, row, defaults }));
      setOpen(true);
    },
    preload: () => void load(),
    dialog:
      opened === null ? null : (
        <Suspense>
          <EditorDialog
            key={opened.key}
            entity={entity as unknown as Entity}
            row={opened.row as never}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            {...options}
            defaults={{ ...options.defaults, ...opened.defaults }}
          />
        </Suspense>
      ),
  };
}
