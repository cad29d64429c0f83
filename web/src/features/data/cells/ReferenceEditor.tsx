import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReferenced } from '../references/useReferenced.ts';
import type { TableAddress } from '../rows/api.ts';
import classes from './CellEditor.module.css';
import { ChoiceEditor } from './ChoiceEditor.tsx';
import type { CellEditorProps } from './editor.ts';

interface ReferenceEditorProps extends CellEditorProps {
  readonly address: TableAddress;
  /** The table whose rows are referenced. */
  readonly table: string;
}

/** The rows of the referenced table, by their titles, with a search on the server. */
export function ReferenceEditor({ address, table, column, value, typed, onCommit, onCancel }: ReferenceEditorProps) {
  const t = useTranslations('drawer');
  const [search, setSearch] = useState(typed ?? '');
  const id = typeof value === 'string' && value !== '' ? value : null;
  const { offered, isSearching, titleOf } = useReferenced({ address, table, id, search: search.trim() });
  const sought = search.trim().toLowerCase();
  const choices = offered
    .map((row) => ({ value: row.id, title: titleOf(row) }))
    .filter(({ title }) => title.toLowerCase().includes(sought))
    .map(({ value: one, title }) => ({ value: one, content: <span className={classes.title}>{title}</span> }));
  return (
    <ChoiceEditor
      label={column.label}
      onSearch={setSearch}
      labels={{ search: t('pick', { table }), none: t('noneFound') }}
      {...{ value, choices, search, isSearching, onCommit, onCancel }}
    />
  );
}
