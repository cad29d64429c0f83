import { Button, Checkbox, Drawer, Group, Modal, Skeleton, Text } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { fullTime, timeAgo } from '../../../lib/time.ts';
import { EmptyNote } from '../../../ui/EmptyNote.tsx';
import { FailedNote } from '../../../ui/FailedNote.tsx';
import type { Fields, TableAddress } from '../rows/api.ts';
import classes from './Trash.module.css';
import type { DeletedRow } from './trash-api.ts';
import { useTrash } from './useTrash.ts';

interface TrashViewProps {
  readonly table: TableAddress;
  readonly onRestored: () => void;
  readonly onClose: () => void;
}

/** The deleted rows of a table: restored as they were, or deleted for good. */
export default function TrashView({ table, onRestored, onClose }: TrashViewProps) {
  const t = useTranslations();
  const [isAsking, setIsAsking] = useState(false);
  const trash = useTrash(table, onRestored);
  const { rows, selected } = trash;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('trash.title', { table: table.entity })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {rows === null ? (
        <Unread trash={trash} />
      ) : rows.length === 0 && trash.next === null ? (
        <EmptyNote icon={Trash2} title={t('trash.empty')} description={t('trash.emptyWhy')} />
      ) : (
        <div className={classes.root}>
          <Text fz="sm" c="dimmed">
            {t('trash.why')}
          </Text>
          <Checkbox
            classNames={{ body: classes['body'] ?? '', label: classes['label'] ?? '' }}
            label={t('trash.all')}
            checked={rows.length > 0 && selected.size === rows.length}
            indeterminate={selected.size > 0 && selected.size < rows.length}
            onChange={(event) => trash.selectAll(event.currentTarget.checked)}
          />
          <ul className={classes.list} aria-label={t('trash.title', { table: table.entity })}>
            {rows.map((row) => (
              <DeletedRowItem key={row.id} row={row} isSelected={selected.has(row.id)} onSelect={(isOn) => trash.select(row.id, isOn)} />
            ))}
          </ul>
          {trash.next === null ? null : (
            <Button variant="default" loading={trash.isBusy} onClick={trash.more}>
              {t('trash.more')}
            </Button>
          )}
          <div className={classes.bar}>
            <Button variant="default" disabled={selected.size === 0 || trash.isBusy} onClick={() => setIsAsking(true)}>
              {t('trash.purge')}
            </Button>
            <Button disabled={selected.size === 0} loading={trash.isBusy} onClick={trash.restore}>
              {t('trash.restore')}
            </Button>
          </div>
        </div>
      )}
      <Modal opened={isAsking} onClose={() => setIsAsking(false)} title={t('trash.purgeTitle', { count: selected.size })}>
        <Text fz="sm">{t('trash.purgeWhy')}</Text>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={() => setIsAsking(false)}>
            {t('common.cancel')}
          </Button>
          <Button
            color="red"
            data-autofocus
            onClick={() => {
              setIsAsking(false);
              trash.purge();
            }}
          >
            {t('trash.purge')}
          </Button>
        </Group>
      </Modal>
    </Drawer>
  );
}

/** The trash while it is read, or when that has failed. */
function Unread({ trash }: { readonly trash: ReturnType<typeof useTrash> }) {
  const t = useTranslations();
  if (!trash.isFailed) return <Skeleton height={160} aria-label={t('common.loading')} />;
  return <FailedNote title={t('trash.failed')} onRetry={trash.reload} />;
}

interface DeletedRowItemProps {
  readonly row: DeletedRow;
  readonly isSelected: boolean;
  readonly onSelect: (isOn: boolean) => void;
}

function DeletedRowItem({ row: { data, by, deletedAt, deletedBy, isReplaced }, isSelected, onSelect }: DeletedRowItemProps) {
  const t = useTranslations('trash');
  const title = summaryOf(data) || t('emptyRow');
  const who = deletedBy === null ? t('visitor') : (deletedBy.name ?? t('someone'));
  return (
    <li className={classes.row}>
      <Checkbox
        checked={isSelected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
        classNames={{ body: classes['body'] ?? '', label: classes['label'] ?? '' }}
        aria-label={t('select', { row: title })}
        label={
          <>
            <Text fz="sm" fw={500} className={classes.text}>
              {title}
            </Text>
            <Text fz="xs" c="dimmed" title={fullTime(deletedAt)}>
              {t(isReplaced ? 'replaced' : `by.${by}`, { when: timeAgo(deletedAt), who })}
            </Text>
          </>
        }
      />
    </li>
  );
}

/** Values and characters that tell a row from others. */
const SHOWN = 3;
const LENGTH = 120;

function summaryOf(data: Fields): string {
  const values = Object.values(data).filter((value) => value !== null && value !== undefined && value !== '');
  const texts = values.slice(0, SHOWN).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
  const text = texts.join(' · ');
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}
