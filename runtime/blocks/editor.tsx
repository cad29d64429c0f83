import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { BaseRow, Entity, FieldName, RowFields } from './data.ts';

const load = () => import('./lazy/editor-dialog.tsx');
const EditorDialog = lazy(load);

export interface EditorOptions<R extends BaseRow> {
  /** Which fields the form asks for; default all. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  readonly defaults?: RowFields | undefined;
  /** Side by side in the form; default 1. */
  readonly columns?: 1 | 2 | undefined;
  readonly canDelete?: boolean | undefined;
}

/** How a row is opened in a dialog. */
export interface Editor<R> {
  /** Opens the form: of a row, or of a new one that starts with these values. A row that the person may not change is shown only. */
  open(row?: R, defaults?: RowFields): void;
  /** Loads the dialog ahead: on hover and focus of what opens it. */
  preload(): void;
  /** Belongs into the page. */
  readonly dialog: ReactNode;
}

/** The dialog in which rows are added and changed. It loads when it is first needed. */
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
