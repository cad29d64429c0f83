import { Button, Group, Modal, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { notifyDone } from '../../../lib/notify.ts';
import type { CopiedTable, RowCopy, RowSet } from '../../../lib/rowCopies.ts';
import { type RowCopyState, useRowCopy } from '../../../lib/useRowCopy.ts';
import { FormError } from '../../../ui/FormError.tsx';
import classes from './CopyRows.module.css';

interface CopyRowsProps {
  readonly appId: string;
  readonly from: RowSet;
  readonly to: RowSet;
  /** Default: all. */
  readonly tables?: readonly string[];
  /** The rows are copied. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before it copies rows between the preview and the live app, naming what it replaces; then shows the progress. */
export function CopyRows({ appId, from, to, tables, onDone, onClose }: CopyRowsProps) {
  const t = useTranslations('copy');
  const state = useRowCopy({ appId, from, to }, tables);
  const { preview, copy, isCopying, error } = state;
  const shown = preview?.tables.filter((table) => (tables?.includes(table.name) ?? true) && table.from + table.to > 0) ?? null;
  const isDone = copy?.state === 'done';
  const finish = useEffectEvent(() => {
    notifyDone(t(`done.${to}`));
    onDone();
    onClose();
  });
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);
  return (
    <Modal opened onClose={onClose} title={t(`title.${to}`)}>
      <Stack gap="sm">
        <Replaced tables={shown} to={to} hasFailed={error !== null} />
        {isCopying ? <CopyProgress copy={copy} /> : null}
        <FormError message={error} />
        <Actions tables={shown} state={state} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

/** What the copy adds and replaces; `tables` is null until it is known. */
function Replaced({
  tables,
  to,
  hasFailed,
}: {
  readonly tables: readonly CopiedTable[] | null;
  readonly to: RowSet;
  readonly hasFailed: boolean;
}) {
  const t = useTranslations('copy');
  if (tables === null) return hasFailed ? null : <Skeleton h={64} />;
  if (tables.length === 0) return <Text fz="sm">{t('nothing')}</Text>;
  return (
    <>
      <Text fz="sm">{t(`why.${to}`)}</Text>
      <Tables tables={tables} />
      {replaces(tables) ? (
        <Text fz="sm" c="dimmed">
          {t(`trash.${to}`)}
        </Text>
      ) : null}
    </>
  );
}

const replaces = (tables: readonly CopiedTable[] | null): boolean => tables?.some(({ to }) => to > 0) ?? false;

interface ActionsProps {
  readonly tables: readonly CopiedTable[] | null;
  readonly state: RowCopyState;
  readonly onClose: () => void;
}

function Actions({ tables, state: { isCopying, error, start, reload }, onClose }: ActionsProps) {
  const t = useTranslations();
  const color = replaces(tables) ? { color: 'red' } : {};
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {t(isCopying ? 'common.close' : 'common.cancel')}
      </Button>
      {tables === null && error !== null ? (
        <Button onClick={reload}>{t('common.tryAgain')}</Button>
      ) : (
        <Button {...color} disabled={tables === null || tables.length === 0} loading={isCopying} onClick={() => void start()}>
          {t(replaces(tables) ? 'copy.replace' : 'copy.copy')}
        </Button>
      )}
    </Group>
  );
}

function Tables({ tables }: { readonly tables: readonly CopiedTable[] }) {
  const t = useTranslations('copy');
  return (
    <div className={classes.tables}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('table')}</th>
            <th scope="col">{t('copied')}</th>
            <th scope="col">{t('replaced')}</th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ name, from, to }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{t('rows', { count: from })}</td>
              <td>{t('rows', { count: to })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CopyProgress({ copy }: { readonly copy: RowCopy | null }) {
  const t = useTranslations('copy');
  const percent = Math.floor((100 * (copy?.done ?? 0)) / Math.max(1, copy?.total ?? 0));
  return (
    <div role="status">
      <Text fz="sm" mb={4}>
        {t('progress', { percent: String(percent) })}
      </Text>
      <Progress size="sm" value={percent} aria-label={t('progress', { percent: String(percent) })} />
    </div>
  );
}
