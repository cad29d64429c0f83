import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormError } from '../../../ui/FormError.tsx';
import type { DataType } from '../columns.ts';
import type { PlacedColumn } from '../grid/useColumns.ts';
import type { TableAddress } from '../rows/api.ts';
import type { ColumnEdit } from './columns-api.ts';
import { OptionsField } from './OptionsField.tsx';
import { COLUMN_TYPES, hasOptions, propertyOf } from './property.ts';

export type ColumnRequest =
  | { readonly kind: 'add'; readonly column: PlacedColumn | null; readonly side: 'left' | 'right' }
  | { readonly kind: 'rename' | 'delete'; readonly column: PlacedColumn }
  | { readonly kind: 'retype'; readonly column: PlacedColumn; readonly type: DataType };

interface ColumnDialogProps {
  readonly table: TableAddress;
  readonly request: ColumnRequest | null;
  readonly onSave: (edit: ColumnEdit) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for what a change of a column needs: a name, a type, options, or a confirmation. */
export function ColumnDialog({ table, request, onSave, onClose }: ColumnDialogProps) {
  const t = useTranslations('edits');
  return (
    <Modal opened={request !== null} onClose={onClose} title={request === null ? '' : titleOf(request, t)}>
      {request === null ? null : <ColumnForm table={table} request={request} onSave={onSave} onClose={onClose} />}
    </Modal>
  );
}

function titleOf(request: ColumnRequest, t: ReturnType<typeof useTranslations<'edits'>>): string {
  if (request.kind === 'add') return t('add');
  const { label: column } = request.column;
  if (request.kind === 'retype') return t('retypeTitle', { column });
  return t(request.kind === 'rename' ? 'renameTitle' : 'deleteTitle', { column });
}

function ColumnForm({ table, request, onSave, onClose }: ColumnDialogProps & { readonly request: ColumnRequest }) {
  const t = useTranslations('edits');
  const tAll = useTranslations();
  const [answers, setAnswers] = useState<Answers>(() => firstAnswers(request));
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { kind } = request;
  const isReady = isComplete(request, answers);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isSaving) return;
    setIsSaving(true);
    try {
      await onSave(editOf(request, answers));
    } catch (refusal) {
      setError(refusal instanceof Error ? refusal.message : tAll('common.unexpected'));
      setIsSaving(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Fields request={request} table={table} answers={answers} onChange={setAnswers} />
        {kind === 'add' ? null : <Text fz="sm">{t(`${kind}Why`)}</Text>}
        <FormError message={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {tAll('common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={isSaving}
            disabled={!isReady}
            {...(kind === 'delete' ? { color: 'red', 'data-autofocus': true } : {})}
          >
            {t(`${kind}Now`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Answers {
  readonly name: string;
  readonly type: DataType;
  readonly options: readonly string[];
}

const asksName = ({ kind }: ColumnRequest): boolean => kind === 'add' || kind === 'rename';
const asksType = ({ kind }: ColumnRequest): boolean => kind === 'add' || kind === 'retype';

function firstAnswers(request: ColumnRequest): Answers {
  if (request.kind === 'rename') return { name: request.column.label, type: 'text', options: [] };
  if (request.kind === 'retype') return { name: '', type: request.type, options: request.column.options.map(String) };
  return { name: '', type: 'text', options: [] };
}

const isComplete = (request: ColumnRequest, { name, type, options }: Answers): boolean =>
  (!asksName(request) || name.trim() !== '') && (!asksType(request) || !hasOptions(type) || options.length > 0);

interface FieldsProps {
  readonly table: TableAddress;
  readonly request: ColumnRequest;
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
}

function Fields({ table, request, answers, onChange }: FieldsProps) {
  const t = useTranslations('edits');
  const tAll = useTranslations();
  const { name, type, options } = answers;
  return (
    <>
      {asksName(request) ? (
        <TextInput
          data-autofocus
          label={t('name')}
          maxLength={80}
          value={name}
          onChange={(event) => onChange({ ...answers, name: event.currentTarget.value })}
        />
      ) : null}
      {asksType(request) ? (
        <Select
          label={t('type')}
          value={type}
          allowDeselect={false}
          onChange={(value) => onChange({ ...answers, type: (value ?? 'text') as DataType })}
          data={COLUMN_TYPES.map((each) => ({ value: each, label: tAll(`data.type.${each}`) }))}
        />
      ) : null}
      {asksType(request) && hasOptions(type) ? (
        <OptionsField
          value={options}
          onChange={(chosen) => onChange({ ...answers, options: chosen })}
          table={table}
          column={request.kind === 'retype' && request.column.isSortable ? request.column.id : null}
        />
      ) : null}
    </>
  );
}

function editOf(request: ColumnRequest, { name, type, options }: Answers): ColumnEdit {
  switch (request.kind) {
    case 'add':
      return { action: 'add', name: name.trim(), property: propertyOf(type, options) };
    case 'rename':
      return { action: 'rename', name: request.column.id, to: name.trim() };
    case 'retype':
      return { action: 'retype', name: request.column.id, property: propertyOf(type, options) };
    case 'delete':
      return { action: 'delete', name: request.column.id };
  }
}
