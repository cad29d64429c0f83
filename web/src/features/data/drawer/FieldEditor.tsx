import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { inputText, inputType } from '../cells/CellEditor.tsx';
import { problemText } from '../cells/problem-text.ts';
import { fromText } from '../cells/values.ts';
import type { Column } from '../columns.ts';
import type { TableAddress } from '../rows/api.ts';
import { ImagePicker, pasteImage } from '../upload/ImagePicker.tsx';
import { useImageUpload } from '../upload/useImageUpload.ts';
import classes from './Drawer.module.css';
import { ReferenceField } from './ReferenceField.tsx';

interface FieldEditorProps {
  readonly address: TableAddress;
  readonly column: Column;
  readonly value: unknown;
  readonly onSave: (value: unknown) => Promise<void>;
  readonly onOpen: (id: string | null, table?: string) => void;
}

/** A form field for a column, by its type. */
export function FieldEditor(props: FieldEditorProps) {
  const { column, value, onSave } = props;
  const shared = { label: column.label, withAsterisk: column.isRequired };
  const options = column.options.map(String);
  /** Options may be numbers. */
  const optionOf = (text: string) => column.options.find((option) => String(option) === text) ?? text;
  if (column.reference !== null) return <ReferenceField {...props} table={column.reference} />;
  switch (column.type) {
    case 'boolean':
      return (
        <Switch
          classNames={{ body: classes['boxBody'] ?? '', label: classes['boxLabel'] ?? '' }}
          label={column.label}
          checked={value === true}
          onChange={(event) => void onSave(event.currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <Select
          {...shared}
          data={withCurrent(options, value == null ? [] : [value])}
          value={value == null ? null : String(value)}
          onChange={(chosen) => void onSave(chosen === null ? null : optionOf(chosen))}
          searchable
          clearable={!column.isRequired}
          clearButtonProps={{ className: classes['clear'] ?? '' }}
        />
      );
    case 'multiselect': {
      const chosen = Array.isArray(value) ? value : [];
      return (
        <MultiSelect
          {...shared}
          data={withCurrent(options, chosen)}
          value={chosen.map(String)}
          onChange={(texts) => void onSave(texts.map(optionOf))}
          searchable
          classNames={{ inputField: classes['optionField'] ?? '' }}
        />
      );
    }
    case 'image':
      return <ImageField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

/** Older values may be no options any more. */
const withCurrent = (options: readonly string[], values: readonly unknown[]): string[] => [...new Set([...options, ...values.map(String)])];

function TextField({ column, value, onSave }: FieldEditorProps) {
  const t = useTranslations('data');
  const stored = inputText(value, column);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const text = typed ?? stored;
  const commit = () => {
    if (typed === null || typed === stored) return setTyped(null);
    const converted = fromText(typed, column);
    if ('problem' in converted) return setProblem(problemText(converted.problem, t));
    setTyped(null);
    void onSave(converted.value);
  };
  const shared = {
    label: column.label,
    withAsterisk: column.isRequired,
    value: text,
    error: problem,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      setTyped(event.currentTarget.value);
      setProblem(null);
    },
    onBlur: commit,
  };
  if (column.type === 'text' || column.type === 'json')
    return (
      <Textarea
        {...shared}
        autosize
        minRows={1}
        maxRows={12}
        {...(column.type === 'json' ? { classNames: { input: classes['code'] ?? '' } } : {})}
      />
    );
  return (
    <TextInput
      {...shared}
      type={inputType(column)}
      inputMode={column.type === 'number' ? 'decimal' : undefined}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

/** The address of an image, with its upload. */
function ImageField(props: FieldEditorProps) {
  const { column, value, onSave } = props;
  const upload = useImageUpload((url) => void onSave(url));
  return (
    <div onPaste={pasteImage(upload)}>
      <TextField {...props} />
      <ImagePicker url={inputText(value, column)} upload={upload} onRemove={column.isRequired ? undefined : () => void onSave(null)} />
    </div>
  );
}
