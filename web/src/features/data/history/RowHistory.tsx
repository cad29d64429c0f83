import { ActionIcon, Skeleton, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { ArrowRight, History, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { pageLabel } from '../../../lib/pages.ts';
import { fullTime, timeAgo } from '../../../lib/time.ts';
import { EmptyNote } from '../../../ui/EmptyNote.tsx';
import { FailedNote } from '../../../ui/FailedNote.tsx';
import { call, type RowSet, tableUrl } from '../rows/api.ts';
import type { Change as RowChange } from '../rows/table-rows.ts';
import classes from './RowHistory.module.css';

interface KeptValue {
  readonly value?: unknown;
  /** A long value, of which this is the beginning. */
  readonly isCut?: true;
}

interface Change {
  readonly kind: 'created' | 'updated' | 'deleted' | 'restored';
  readonly at: string;
  readonly by: 'hand' | 'assistant' | 'import' | 'app';
  readonly account: { readonly id: string; readonly name: string | null } | null;
  readonly fileName: string | null;
  readonly changes: readonly { readonly field: string; readonly before: KeptValue; readonly after: KeptValue }[];
}

export interface RowHistoryProps {
  readonly appId: string;
  readonly entity: string;
  readonly rowId: string;
  readonly rows: RowSet;
  readonly onChange: ((changes: readonly RowChange[]) => Promise<void>) | null;
}

/** Who changed a row, when, and each field before and after; the newest change first. A click restores a former value. */
export function RowHistory({ appId, entity, rowId, rows, onChange }: RowHistoryProps) {
  const t = useTranslations();
  const [changes, setChanges] = useState<readonly Change[] | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    const abort = new AbortController();
    setChanges(null);
    const url = tableUrl({ appId, entity, rows }, `/${encodeURIComponent(rowId)}/history`);
    call<{ readonly changes: readonly Change[] }>('GET', url, { signal: abort.signal })
      .then((answer) => setChanges(answer.changes))
      .catch(() => abort.signal.aborted || setChanges('failed'));
    return () => abort.abort();
  }, [appId, entity, rowId, rows, attempt]);

  const restore = async (field: string, value: unknown) => {
    await onChange?.([{ id: rowId, fields: { [field]: value ?? null } }]);
    setAttempt(attempt + 1);
  };

  if (changes === null) return <Skeleton height={120} aria-label={t('common.loading')} />;
  if (changes === 'failed') {
    return <FailedNote title={t('history.failed')} onRetry={() => setAttempt(attempt + 1)} />;
  }
  if (changes.length === 0) return <EmptyNote icon={History} title={t('history.empty')} description={t('history.emptyWhy')} />;
  return (
    <ol className={classes.list} aria-label={t('history.title')}>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several changes may have one time, and the list is never reordered
        <li key={`${change.at} ${index}`} className={classes.change}>
          <ChangeView change={change} onRestore={onChange === null ? null : restore} />
        </li>
      ))}
    </ol>
  );
}

interface ChangeViewProps {
  readonly change: Change;
  readonly onRestore: ((field: string, value: unknown) => Promise<void>) | null;
}

function ChangeView({ change: { kind, by, at, account, fileName, changes }, onRestore }: ChangeViewProps) {
  const t = useTranslations('history');
  const who = account === null ? t('visitor') : (account.name ?? t('someone'));
  return (
    <>
      <Text fz="sm" fw={500}>
        {kind === 'restored' ? t('restored', { who }) : t(`${kind}.${by}`, { who, file: fileName ?? '' })}
      </Text>
      <Text fz="xs" c="dimmed" component="time" dateTime={at} title={fullTime(at)}>
        {timeAgo(at)}
      </Text>
      {changes.length === 0 ? null : (
        <div className={classes.fields}>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <Text fz="xs" c="dimmed">
                {pageLabel(field)}
              </Text>
              <div className={classes.values}>
                <Value label={t('before')} kept={before} className={classes.before} />
                <ArrowRight size={12} aria-hidden="true" />
                <Value label={t('after')} kept={after} />
                {onRestore === null || kind !== 'updated' || before.isCut === true ? null : (
                  <Tooltip label={t('restoreValue')}>
                    <ActionIcon
                      variant="subtle"
                      size="sm"
                      className={classes.restore}
                      aria-label={t('restoreValueOf', { column: pageLabel(field) })}
                      onClick={() => void onRestore(field, before.value)}
                    >
                      <RotateCcw size={14} />
                    </ActionIcon>
                  </Tooltip>
                )}
              </div>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function Value({
  label,
  kept: { value, isCut },
  className,
}: {
  readonly label: string;
  readonly kept: KeptValue;
  readonly className?: string | undefined;
}) {
  const t = useTranslations('history');
  const isEmpty = value === undefined || value === null || value === '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <span className={isEmpty ? classes.nothing : className}>
      <VisuallyHidden>{label}: </VisuallyHidden>
      {isEmpty ? t('nothing') : `${text}${isCut ? '…' : ''}`}
    </span>
  );
}
