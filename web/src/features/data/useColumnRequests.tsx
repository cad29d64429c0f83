import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../lib/notify.ts';
import { useAsk } from '../../lib/workspace/hooks.ts';
import type { DataType } from './columns.ts';
import type { ColumnActions } from './grid/HeaderCell.tsx';
import type { PlacedColumn } from './grid/useColumns.ts';

type Request =
  | { readonly kind: 'insert'; readonly column: PlacedColumn; readonly side: 'left' | 'right' }
  | { readonly kind: 'delete'; readonly column: PlacedColumn };

const TYPES = ['text', 'number', 'boolean', 'datetime', 'image', 'select', 'multiselect', 'json'] as const;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * Changes of columns are requested from the assistant, which changes the pages that use them as well; the sentences are English, as the
 * assistant's own instructions are.
 */
export function useColumnRequests(entity: string) {
  const t = useTranslations('data');
  const askNow = useAsk();
  const latest = useRef(askNow);
  useEffect(() => {
    latest.current = askNow;
  });
  const ask = useCallback((sentence: string) => latest.current(sentence), []);
  const [request, setRequest] = useState<Request | null>(null);
  const send = (sentence: string) => {
    if (!ask(sentence)) notifyError(t('column.busy'));
    setRequest(null);
  };
  const actions = useMemo<Pick<ColumnActions, 'insert' | 'remove' | 'retype'>>(
    () => ({
      insert: (column, side) => setRequest({ kind: 'insert', column, side }),
      remove: (column) => setRequest({ kind: 'delete', column }),
      retype: ({ id }, type) => {
        if (!ask(`Please change the type of the field "${id}" of the entity "${entity}" to ${type}.`)) notifyError(t('column.busy'));
      },
    }),
    [ask, entity, t],
  );
  const close = () => setRequest(null);
  const dialog = (
    <>
      <Modal opened={request?.kind === 'insert'} onClose={close} title={t('column.add')}>
        {request?.kind === 'insert' ? (
          <NewColumn
            onAdd={(name, type) => {
              const place = `${request.side === 'left' ? 'before' : 'after'} "${request.column.id}"`;
              send(`Please add the field "${name}" of type ${type} to the entity "${entity}", ${place}.`);
            }}
          />
        ) : null}
      </Modal>
      <Modal
        opened={request?.kind === 'delete'}
        onClose={close}
        title={request?.kind === 'delete' ? t('column.deleteTitle', { column: request.column.label }) : ''}
      >
        <Text fz="sm">{t('column.deleteWhy')}</Text>
        <Group justify="flex-end" mt="md">
          <Button
            color="red"
            onClick={() => request !== null && send(`Please delete the field "${request.column.id}" from the entity "${entity}".`)}
          >
            {t('column.delete')}
          </Button>
        </Group>
      </Modal>
    </>
  );
  return { actions, dialog };
}

function NewColumn({ onAdd }: { readonly onAdd: (name: string, type: DataType) => void }) {
  const t = useTranslations('data');
  const [name, setName] = useState('');
  const [type, setType] = useState<DataType>('text');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (NAME.test(name)) onAdd(name, type);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('column.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value.trim().replaceAll(/\s+/g, '_'))}
        />
        <Select
          label={t('column.type')}
          value={type}
          allowDeselect={false}
          onChange={(value) => setType((value ?? 'text') as DataType)}
          data={TYPES.map((each) => ({ value: each, label: t(`type.${each}`) }))}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!NAME.test(name)}>
            {t('column.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
