import { useApolloClient } from '@apollo/client/react';
import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SaveImportTableDocument } from '../../../gen/rowImport.ts';
import { sentence } from '../../../lib/errors.ts';
import { useApp, useRefetchApp } from '../../../lib/workspace/hooks.ts';
import { FormError } from '../../../ui/FormError.tsx';
import type { DataType } from '../columns.ts';
import { COLUMN_TYPES, hasOptions } from '../edits/property.ts';
import { tableName } from '../import/schema.ts';
import { type NewColumn, newSchema } from './new-schema.ts';

interface NewTableFormProps {
  readonly taken: readonly string[];
  readonly versionId: string;
  readonly onAdded: (name: string) => void;
  readonly onClose: () => void;
}

/** Options of a select are given when the table exists. */
const TYPES = COLUMN_TYPES.filter((type) => !hasOptions(type));
const MAX_COLUMNS = 20;

export function NewTableForm({ taken, versionId, onAdded, onClose }: NewTableFormProps) {
  const t = useTranslations('tables');
  const tAll = useTranslations();
  const client = useApolloClient();
  const { id: appId } = useApp();
  const refetch = useRefetchApp();
  const [label, setLabel] = useState('');
  const [columns, setColumns] = useState<readonly NewColumn[]>([{ key: 0, label: t('firstColumn'), type: 'text' }]);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const name = label.trim() === '' ? '' : tableName(label, taken);
  const isReady = name !== '' && columns.some((column) => column.label.trim() !== '');
  const change = (key: number, step: Partial<NewColumn>) =>
    setColumns((current) => current.map((column) => (column.key === key ? { ...column, ...step } : column)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isSaving) return;
    setIsSaving(true);
    try {
      const content = JSON.stringify(newSchema(name, columns), null, 2);
      const variables = { id: appId, baseVersionId: versionId, path: `entities/${name}.json`, content };
      await client.mutate({ mutation: SaveImportTableDocument, variables });
      await refetch();
      onAdded(name);
    } catch (refusal) {
      setError(sentence(refusal));
      setIsSaving(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('name')}
          maxLength={50}
          value={label}
          description={name === '' || name === label.trim() ? null : t('savedAs', { name })}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        {columns.map((column, index) => (
          <Group key={column.key} gap={8} wrap="nowrap">
            <TextInput
              flex={1}
              maxLength={80}
              aria-label={t('column', { number: index + 1 })}
              placeholder={t('column', { number: index + 1 })}
              value={column.label}
              onChange={(event) => change(column.key, { label: event.currentTarget.value })}
            />
            <Select
              w={150}
              aria-label={t('typeOf', { number: index + 1 })}
              value={column.type}
              allowDeselect={false}
              onChange={(type) => change(column.key, { type: (type ?? 'text') as DataType })}
              data={TYPES.map((type) => ({ value: type, label: tAll(`data.type.${type}`) }))}
            />
            <ActionIcon
              size={30}
              aria-label={t('removeColumn', { number: index + 1 })}
              disabled={columns.length === 1}
              onClick={() => setColumns(columns.filter(({ key }) => key !== column.key))}
            >
              <X size={14} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size={14} />}
            disabled={columns.length >= MAX_COLUMNS}
            onClick={() => setColumns([...columns, { key: Math.max(...columns.map(({ key }) => key)) + 1, label: '', type: 'text' }])}
          >
            {tAll('data.column.add')}
          </Button>
        </Group>
        <FormError message={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {tAll('common.cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isReady}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
