import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Option } from './CellValue.tsx';
import { ChoiceEditor } from './ChoiceEditor.tsx';
import type { CellEditorProps } from './editor.ts';

/** A list of the options with a search field: one for a select, any number for a multiselect. */
export function OptionEditor({ column, value, typed, onCommit, onCancel }: CellEditorProps) {
  const t = useTranslations('data');
  const [search, setSearch] = useState(typed ?? '');
  const found = column.options.filter((option) => String(option).toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <ChoiceEditor
      label={column.label}
      isMultiple={column.type === 'multiselect'}
      choices={found.map((option) => ({ value: option, content: <Option label={String(option)} column={column} /> }))}
      onSearch={setSearch}
      labels={{ search: t('option.search'), none: t('option.none') }}
      {...{ value, search, onCommit, onCancel }}
    />
  );
}
