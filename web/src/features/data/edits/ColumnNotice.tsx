import { Button, CloseButton, Modal, Progress, ScrollArea, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../../lib/notify.ts';
import { useAsk } from '../../../lib/workspace/hooks.ts';
import type { Conversion, SavedEdit, UnconvertedValue } from './columns-api.ts';
import classes from './Edits.module.css';

interface ColumnNoticeProps {
  readonly edit: SavedEdit;
  readonly conversion: Conversion | null;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** What a change of a column did to the rows and to the pages, with its undo. */
export function ColumnNotice({ edit, conversion, onUndo, onClose }: ColumnNoticeProps) {
  const t = useTranslations('edits');
  const tAll = useTranslations();
  const ask = useAsk();
  const [isShown, setIsShown] = useState(false);
  const { action, column, mentions } = edit;
  const { progress = null, report = null } = conversion ?? {};
  const failed = report?.failed ?? 0;
  const update = () => {
    const change = action === 'delete' ? 'deleted' : 'renamed';
    if (!ask(`Please update the pages that use the ${change} field "${column}": ${mentions.join(', ')}.`)) notifyError(t('busy'));
  };
  return (
    <div className={classes.root} role="status">
      <Text fz="sm" className={classes.text}>
        {t(`done.${action}`, { column })}
        {failed > 0 ? ` ${t('failed', { count: failed })}` : ''}
        {mentions.length > 0 ? ` ${t('mentions', { count: mentions.length })}` : ''}
      </Text>
      {progress === null ? null : (
        <Progress
          w={120}
          size="sm"
          value={(100 * progress.done) / Math.max(1, progress.total)}
          aria-label={t('progress', { done: progress.done, total: progress.total })}
        />
      )}
      {failed > 0 ? (
        <Button size="compact-sm" variant="default" onClick={() => setIsShown(true)}>
          {t('show')}
        </Button>
      ) : null}
      {mentions.length > 0 ? (
        <Button size="compact-sm" variant="default" onClick={update}>
          {t('updatePages')}
        </Button>
      ) : null}
      {action === 'undo' ? null : (
        <Button size="compact-sm" variant="default" disabled={progress !== null} onClick={onUndo}>
          {t('undo')}
        </Button>
      )}
      <CloseButton size="sm" aria-label={tAll('common.close')} onClick={onClose} />
      <Modal opened={isShown} onClose={() => setIsShown(false)} title={t('failed', { count: failed })} size="md">
        <Unconverted values={report?.unconverted ?? []} />
      </Modal>
    </div>
  );
}

function Unconverted({ values }: { readonly values: readonly UnconvertedValue[] }) {
  const t = useTranslations('edits');
  return (
    <>
      <Text fz="sm" mb="sm">
        {t('failedWhy')}
      </Text>
      <ScrollArea.Autosize mah={360}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('row')}</Table.Th>
              <Table.Th>{t('value')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {values.slice(0, 200).map(({ id, value }) => (
              <Table.Tr key={id}>
                <Table.Td>{id}</Table.Td>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </>
  );
}
