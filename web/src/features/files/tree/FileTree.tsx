import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './FileTree.module.css';
import { rowsOf, type TreeNode, type TreeRow } from './tree.ts';

/** What the tree shows beside the name of a file. */
export interface FileMark {
  readonly isChanged: boolean;
  readonly errors: number;
  readonly warnings: number;
}

interface FileTreeProps {
  readonly nodes: readonly TreeNode[];
  readonly chosen: string | null;
  readonly marks: ReadonlyMap<string, FileMark>;
  readonly onChoose: (path: string) => void;
  readonly onRename: (path: string) => void;
  readonly onDelete: (path: string) => void;
}

const ACTIVATING = ['Enter', ' '];

/** Files by folder, by the tree pattern of ARIA: arrows, Home, End and letters move, Enter opens, F2 renames, Delete deletes. */
export function FileTree({ nodes, chosen, marks, onChoose, onRename, onDelete }: FileTreeProps) {
  const t = useTranslations();
  const root = useRef<HTMLDivElement>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const rows = rowsOf(nodes, collapsed);
  const tabStop = rows.find(({ node }) => node.key === (active ?? chosen))?.node.key ?? rows[0]?.node.key;

  const setFolder = (key: string, isOpen: boolean) =>
    setCollapsed((current) => new Set(isOpen ? [...current].filter((each) => each !== key) : [...current, key]));
  const focus = (key: string | undefined | null) => {
    if (key == null) return;
    setActive(key);
    root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
  const activate = (node: TreeNode) => {
    setActive(node.key);
    if (node.path === null) setFolder(node.key, collapsed.has(node.key));
    else onChoose(node.path);
  };

  const unfold = (node: TreeNode, isOpen: boolean) => (isOpen ? focus(node.children[0]?.key) : setFolder(node.key, true));
  const fold = ({ node, parent }: TreeRow, isOpen: boolean) => (isOpen ? setFolder(node.key, false) : focus(parent));
  /** Moves, opens or closes by a key; false for a key that does nothing here. */
  const step = (key: string, index: number, row: TreeRow): boolean => {
    const { path } = row.node;
    const isOpen = path === null && !collapsed.has(row.node.key);
    if (key === 'ArrowLeft') fold(row, isOpen);
    else if (key === 'ArrowRight' && path === null) unfold(row.node, isOpen);
    else if (ACTIVATING.includes(key)) activate(row.node);
    else if (key === 'F2' && path !== null) onRename(path);
    else if (key === 'Delete' && path !== null) onDelete(path);
    else {
      const next = nextRow(rows, index, key);
      focus(next);
      return next !== undefined;
    }
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = rows.findIndex(({ node }) => node.key === tabStop);
    const row = rows[index];
    if (event.ctrlKey || event.metaKey || event.altKey || row === undefined) return;
    if (step(event.key, index, row)) event.preventDefault();
  };

  return (
    <nav className={classes.root} aria-label={t('files.files')}>
      <div ref={root} role="tree" aria-label={t('files.files')} onKeyDown={onKeyDown}>
        {rows.map(({ node, level }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its items
          <div
            key={node.key}
            role="treeitem"
            aria-level={level}
            aria-expanded={node.path === null ? !collapsed.has(node.key) : undefined}
            aria-selected={node.path !== null && node.path === chosen}
            data-key={node.key}
            data-folder={node.path === null || undefined}
            tabIndex={node.key === tabStop ? 0 : -1}
            title={node.path ?? undefined}
            className={classes.row}
            style={{ paddingLeft: 8 + (level - 1) * 12 }}
            onClick={() => activate(node)}
          >
            {node.path === null ? <ChevronRight size={12} aria-hidden="true" className={classes.chevron} /> : null}
            <span className={classes.name}>{node.label}</span>
            {node.path === null ? null : <Marks mark={marks.get(node.path)} />}
          </div>
        ))}
      </div>
    </nav>
  );
}

function Marks({ mark }: { readonly mark: FileMark | undefined }) {
  const t = useTranslations();
  if (mark === undefined) return null;
  const { isChanged, errors, warnings } = mark;
  return (
    <span className={classes.marks}>
      {errors + warnings > 0 ? (
        <span
          className={classes.count}
          data-severity={errors > 0 ? 'error' : 'warning'}
          role="img"
          aria-label={t('files.problems.count', { count: errors + warnings })}
        >
          {errors + warnings}
        </span>
      ) : null}
      {isChanged ? <span className={classes.changed} role="img" aria-label={t('files.unsaved')} /> : null}
    </span>
  );
}

/** The row that a key moves to: an arrow, Home, End, or the first letter of a name. */
function nextRow(rows: readonly TreeRow[], index: number, key: string): string | undefined {
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1]?.node.key;
    case 'ArrowUp':
      return rows[index - 1]?.node.key;
    case 'Home':
      return rows[0]?.node.key;
    case 'End':
      return rows.at(-1)?.node.key;
    default: {
      if (key.length > 1) return undefined;
      const order = [...rows.slice(index + 1), ...rows.slice(0, index + 1)];
      return order.find(({ node }) => node.label.toLowerCase().startsWith(key.toLowerCase()))?.node.key;
    }
  }
}
