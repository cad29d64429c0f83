import { defaultRangeExtractor, useVirtualizer, type Range as VirtualRange } from '@tanstack/react-virtual';
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../../lib/notify.ts';
import type { Leave } from '../cells/editor.ts';
import { SIZES } from '../columns.ts';
import type { Row } from '../rows/api.ts';
import type { TableRows } from '../rows/table-rows.ts';
import classes from './Grid.module.css';
import { GridRow, type RowActions } from './GridRow.tsx';
import { bounds, type Cell, cellRange, isSingle, move, type Range } from './selection.ts';
import { useClipboard } from './useClipboard.ts';
import type { PlacedColumn } from './useColumns.ts';
import { useSelection } from './useSelection.ts';

/** Rows rendered beyond the visible ones on each side. */
const OVERSCAN = 6;

interface GridProps {
  readonly label: string;
  readonly rows: TableRows;
  readonly columns: readonly PlacedColumn[];
  readonly header: (range: { readonly first: number; readonly last: number; readonly before: number; readonly after: number }) => ReactNode;
  readonly checked: Pick<ReadonlySet<string>, 'has'>;
  readonly onCheck: (rows: readonly Row[], isOn: boolean) => void;
  readonly onConfirm: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
  readonly onRemove: (rows: readonly Row[]) => void;
  /** The rows can only be read. */
  readonly isReadOnly?: boolean;
  readonly onPaste: (cells: readonly (readonly string[])[], at: Cell, range: Range) => void;
  /** The panel around it, whose focus the clipboard follows; the grid itself by default. */
  readonly panel?: RefObject<HTMLElement | null>;
  readonly handle?: Ref<GridHandle>;
}

export interface GridHandle {
  /** Selects the first cell of a row that can be edited, and takes the focus. */
  enter(id: string): void;
}

/** The edit of the active cell. */
interface Edit {
  /** Of the row. */
  readonly id: string;
  /** The character that began the edit and replaces the value; null keeps it. */
  readonly typed: string | null;
  readonly file?: File;
}

/** A virtual grid of rows and columns, operated by keyboard as a spreadsheet. */
export function Grid(props: GridProps) {
  const { label, rows, columns, header, checked, onCheck, onConfirm, onOpen, onRemove, onPaste, isReadOnly = false } = props;
  const t = useTranslations('data');
  const gridId = useId();
  // Formatted once: each row that enters the window shows them.
  const labels = useMemo(() => ({ select: t('row.select'), confirm: t('row.confirm'), remove: t('row.delete'), open: t('row.open') }), [t]);
  const scroller = useRef<HTMLDivElement>(null);
  useSyncExternalStore(rows.subscribe, rows.version);
  const [range, setRange] = useSelection(rows);
  const [edit, setEdit] = useState<Edit | null>(null);
  const { to: active } = range;
  const edited = edit === null ? -1 : rows.indexOf(edit.id);
  // Rows that arrive above the edited one must not take over its editor.
  if (edited >= 0 && edited !== active.row) setRange(cellRange({ row: edited, column: active.column }));
  const count = rows.count;

  const editedRow = edit === null ? null : active.row;
  const vertical = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => SIZES.row,
    overscan: OVERSCAN,
    scrollPaddingStart: SIZES.row,
    initialRect: { width: 800, height: SIZES.list },
    useFlushSync: false,
    rangeExtractor: useCallback(
      (visible: VirtualRange) => {
        const indexes = defaultRangeExtractor(visible);
        // The edited row stays mounted while it is scrolled away. It may have been removed, with all below it.
        const isKept = editedRow !== null && editedRow < visible.count && !indexes.includes(editedRow);
        return isKept ? [...indexes, editedRow].sort((a, b) => a - b) : indexes;
      },
      [editedRow],
    ),
  });
  const pinned = columns.filter(({ isPinned }) => isPinned);
  const loose = columns.length - pinned.length;
  const pinnedWidth = pinned.reduce((sum, { width }) => sum + width, 0);
  const horizontal = useVirtualizer({
    horizontal: true,
    count: loose,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => columns[pinned.length + index]?.width ?? SIZES.initial,
    overscan: 2,
    scrollPaddingStart: SIZES.select + pinnedWidth,
    scrollPaddingEnd: SIZES.actions,
    initialRect: { width: 800, height: SIZES.list },
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes of the columns are read by position
  useEffect(() => horizontal.measure(), [columns]);
  const across = horizontal.getVirtualItems();
  const first = across[0]?.index ?? 0;
  const last = across.at(-1)?.index ?? -1;
  const before = across[0]?.start ?? 0;
  const total = columns.slice(pinned.length).reduce((sum, { width }) => sum + width, 0);
  const after = Math.max(0, total - (across.at(-1)?.end ?? total));
  const width = SIZES.select + pinnedWidth + total + SIZES.actions;

  const items = vertical.getVirtualItems();
  // Elements of rows that leave the window are reused for those that enter it.
  const ring = Math.ceil((scroller.current?.clientHeight ?? SIZES.list) / SIZES.row) + 2 * OVERSCAN + 1;
  const top = items[0]?.index ?? 0;
  const bottom = items.at(-1)?.index ?? -1;
  useEffect(() => rows.show(top, Math.max(top, bottom)), [rows, top, bottom]);

  const reveal = (cell: Cell) => {
    vertical.scrollToIndex(cell.row);
    if (cell.column >= pinned.length) horizontal.scrollToIndex(cell.column - pinned.length);
  };
  const select = (next: Range) => {
    setRange(next);
    setEdit(null);
    reveal(next.to);
  };
  const focus = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  useImperativeHandle(props.handle, () => ({
    enter(id) {
      const column = Math.max(
        0,
        columns.findIndex((each) => !each.isReadOnly),
      );
      select(cellRange({ row: Math.max(0, rows.indexOf(id)), column }));
      focus();
    },
  }));
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? SIZES.list) / SIZES.row) - 2);
  const extent = { rows: Math.max(1, count), columns: columns.length, page };

  const latest = useRef({ range, edit, columns, count });
  useEffect(() => {
    latest.current = { range, edit, columns, count };
  });
  /** Id of the row. */
  const lastChecked = useRef<string | null>(null);

  const actions = useMemo<RowActions>(() => {
    const step = (leave: Leave) => {
      setEdit(null);
      const { range: current, columns: all, count: most } = latest.current;
      const key = { down: 'ArrowDown', right: 'Tab', left: 'Tab', stay: '' }[leave];
      const next = move(
        current,
        { key, shiftKey: leave === 'left', ctrlKey: false, metaKey: false },
        { rows: most, columns: all.length, page: 1 },
      );
      if (next !== null) setRange(next);
      if (leave !== 'stay') focus();
    };
    return {
      commit(shown, column, value, leave) {
        const row = rows.at(rows.indexOf(latest.current.edit?.id ?? shown.id));
        step(leave);
        if (row !== undefined && !isSame(row[column.id], value)) void rows.change([{ id: row.id, fields: { [column.id]: value } }]);
      },
      cancel() {
        setEdit(null);
        focus();
      },
      // Controls of a row are used by mouse. The keys stay with the grid, also when the row goes.
      confirm(row) {
        focus();
        onConfirm(row);
      },
      open(row) {
        focus();
        onOpen(row);
      },
      remove(row) {
        focus();
        onRemove([row]);
      },
      check(row, isRange) {
        focus();
        const index = rows.indexOf(row.id);
        const before = isRange && lastChecked.current !== null ? rows.indexOf(lastChecked.current) : -1;
        const from = before < 0 ? index : before;
        const affected = Array.from({ length: Math.abs(index - from) + 1 }, (_, offset) => rows.at(Math.min(index, from) + offset));
        lastChecked.current = row.id;
        onCheck(
          affected.filter((each) => each !== undefined),
          isRange || !checkedNow.current.has(row.id),
        );
      },
    };
  }, [rows, onConfirm, onOpen, onRemove, onCheck, focus, setRange]);
  const checkedNow = useRef(checked);
  useEffect(() => {
    checkedNow.current = checked;
  }, [checked]);

  const begin = (typed: string | null) => {
    const column = columns[active.column];
    const row = rows.at(active.row);
    if (column === undefined || row === undefined || column.isReadOnly) return;
    if (column.type === 'boolean') {
      if (typed === null || typed === ' ') void rows.change([{ id: row.id, fields: { [column.id]: row[column.id] !== true } }]);
      return;
    }
    reveal(active);
    setEdit({ id: row.id, typed });
  };
  /** A change of a range must not leave out the rows that were evicted. */
  const isLoaded = (from: number, until: number): boolean => {
    for (let index = from; index <= until; index += 1) if (rows.at(index) === undefined) return false;
    return true;
  };
  /** Sets one value in all cells of the range, by column. */
  const fill = (valueIn: (column: PlacedColumn) => unknown, skipFirst: boolean) => {
    const { top: from, bottom: until, left, right } = bounds(range);
    const targets = columns.slice(left, right + 1).filter(({ isReadOnly }) => !isReadOnly);
    const changes = [];
    if (!isLoaded(from, until)) {
      notifyError(t('notLoaded'));
      return;
    }
    for (let index = from + (skipFirst ? 1 : 0); index <= until; index += 1) {
      const row = rows.at(index);
      if (row !== undefined)
        changes.push({ id: row.id, fields: Object.fromEntries(targets.map((column) => [column.id, valueIn(column)])) });
    }
    if (targets.length > 0 && changes.length > 0) void rows.change(changes);
  };
  const takesFile = ({ row, column: at }: Cell): boolean => {
    const column = columns[at];
    return column?.type === 'image' && !column.isReadOnly && !isReadOnly && rows.at(row) !== undefined;
  };
  /** Uploads a file as the image of a cell. */
  const beginUpload = (file: File | undefined, at: Cell) => {
    const row = rows.at(at.row);
    if (file === undefined || row === undefined || !takesFile(at)) return;
    setRange(cellRange(at));
    reveal(at);
    setEdit({ id: row.id, typed: null, file });
  };
  useClipboard({
    panel: props.panel ?? scroller,
    rows,
    columns,
    range,
    isEditing: edit !== null,
    onPaste,
    onFile: beginUpload,
    onTooFar: () => notifyError(t('notLoaded')),
    onCut: () => fill(() => null, false),
  });

  const withActive = (use: (row: Row) => void) => {
    const row = rows.at(active.row);
    if (row !== undefined) use(row);
  };
  /** With Ctrl or Cmd. */
  const commands: Readonly<Record<string, (isShift: boolean) => void>> = {
    z: (isShift) => void (isShift ? rows.redo() : rows.undo()),
    y: () => void rows.redo(),
    a: () => setRange({ from: { row: 0, column: 0 }, to: { row: extent.rows - 1, column: columns.length - 1 } }),
    d: () => fill((column) => rows.at(bounds(range).top)?.[column.id] ?? null, true),
    enter: () => withActive(onConfirm),
  };
  const keys: Readonly<Record<string, (isShift: boolean) => void>> = {
    enter: (isShift) => (isShift ? withActive(onOpen) : begin(null)),
    // On a box, Space changes it.
    ' ': () => (columns[active.column]?.type === 'boolean' ? begin(' ') : withActive(onOpen)),
    f2: () => begin(null),
    delete: () => fill(() => null, false),
    backspace: () => fill(() => null, false),
    escape: () => setRange(cellRange(active)),
  };
  /** Whether the key was for the grid. */
  const press = (event: KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    const next = event.altKey ? null : move(range, event, extent);
    const action = (isCommand ? commands : keys)[event.key.toLowerCase()];
    if (next !== null) select(next);
    else if (action !== undefined) action(event.shiftKey);
    else if (event.key.length === 1 && !isCommand && !event.altKey) begin(event.key);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target === scroller.current && press(event)) event.preventDefault();
  };

  const cellAt = (event: { readonly target: EventTarget | null }): Cell | null => {
    const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined;
    const [row, column] = (place ?? '').split(':').map(Number);
    return row === undefined || column === undefined ? null : { row, column };
  };
  const onPointerDown = (event: ReactPointerEvent) => {
    const cell = cellAt(event);
    if (
      cell === null ||
      event.button !== 0 ||
      (event.target as Element).closest('input, textarea, button, [role=group], [role=listbox], a') !== null
    )
      return;
    setEdit(null);
    setRange(event.shiftKey ? { from: range.from, to: cell } : cellRange(cell));
    focus();
    if (event.pointerType === 'touch') return;
    event.preventDefault();
    const follow = (moved: PointerEvent) => {
      const over = cellAt(moved);
      if (over !== null) setRange((current) => ({ from: current.from, to: over }));
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', () => window.removeEventListener('pointermove', follow), { once: true });
  };

  /** Selects the cell below a dragged file; the event repeats while the file is held. */
  const markTarget = (cell: Cell) => {
    if (cell.row === active.row && cell.column === active.column) return;
    setRange(cellRange(cell));
    setEdit(null);
  };
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Elsewhere the browser would leave the page for the file.
    event.preventDefault();
    const cell = cellAt(event);
    if (cell === null || !takesFile(cell)) event.dataTransfer.dropEffect = 'none';
    else if (event.type === 'dragover') markTarget(cell);
    else beginUpload(event.dataTransfer.files[0], cell);
  };

  const selected = bounds(range);
  const drawn = { top, bottom, first, last, pinned: pinned.length };
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 2}
      aria-multiselectable="true"
      aria-activedescendant={isDrawn(active, drawn) ? `${gridId}-${active.row}-${active.column}` : undefined}
      className={classes.root}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDragOver={onDrag}
      onDrop={onDrag}
      onDoubleClick={(event) => {
        if (cellAt(event) !== null && edit === null) begin(null);
      }}
    >
      <div role="rowgroup" className={classes.head} style={{ width, minWidth: '100%' }}>
        {header({ first, last, before, after })}
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: vertical.getTotalSize(), width, minWidth: '100%' }}>
        {items.map(({ index, start }) => {
          const row = rows.at(index);
          const isActive = index === active.row;
          const rowEdit = isActive ? edit : null;
          const isSelected = index >= selected.top && index <= selected.bottom && !isSingle(range);
          return (
            <GridRow
              key={index === editedRow ? 'edited' : index % ring}
              labels={labels}
              gridId={gridId}
              index={index}
              unsaved={rows.pending.length}
              row={row}
              top={start}
              width={width}
              columns={columns}
              first={first}
              last={last}
              before={before}
              after={after}
              active={isActive ? active.column : -1}
              selectedLeft={isSelected ? selected.left : -1}
              selectedRight={isSelected ? selected.right : -2}
              isChecked={row !== undefined && checked.has(row.id)}
              typed={rowEdit?.typed ?? null}
              file={rowEdit?.file ?? null}
              isEditing={rowEdit !== null}
              isReadOnly={isReadOnly}
              actions={actions}
            />
          );
        })}
      </div>
    </div>
  );
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one ?? null) === (other ?? null) || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

interface Drawn {
  /** Positions of rows. */
  readonly top: number;
  readonly bottom: number;
  /** Positions among the unpinned columns. */
  readonly first: number;
  readonly last: number;
  /** Number of the pinned columns, which are always drawn. */
  readonly pinned: number;
}

/** Whether the cell is in the document: those outside of the window are not. */
function isDrawn({ row, column }: Cell, { top, bottom, first, last, pinned }: Drawn): boolean {
  const loose = column - pinned;
  return row >= top && row <= bottom && (loose < 0 || (loose >= first && loose <= last));
}
