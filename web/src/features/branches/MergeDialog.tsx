import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { MergeBranchDocument, MergePreviewDocument, type MergePreviewQuery } from '../../gen/branches.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { followRows } from '../../lib/restoreRows.tsx';
import { readCopy, type Side } from '../../lib/rowCopies.ts';
import { FormError } from '../../ui/FormError.tsx';
import { FileConflicts, type HunkSides } from './FileConflicts.tsx';
import classes from './MergeDialog.module.css';
import { RowMerge } from './RowMerge.tsx';
import { useRowMerge } from './useRowMerge.ts';

export type Direction = 'merge' | 'update';
type Preview = MergePreviewQuery['mergePreview'];

interface MergeDialogProps {
  readonly branchId: string;
  readonly direction: Direction;
  readonly app: { readonly id: string; readonly name: string };
  readonly onDone: () => void;
}

/** What a merge does to files and rows, with a choice for each conflict. */
export function MergeDialog({ branchId, direction, app, onDone }: MergeDialogProps) {
  const t = useTranslations();
  const variables = { appId: branchId, direction };
  const { data, error, refetch } = useQuery(MergePreviewDocument, { variables, fetchPolicy: 'network-only' });
  if (error !== undefined)
    return (
      <Stack align="flex-start">
        <FormError message={sentence(error)} />
        <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
          {t('common.tryAgain')}
        </Button>
      </Stack>
    );
  if (data === undefined) return <Skeleton h={160} role="status" aria-label={t('common.loading')} />;
  const { targetVersionId, sourceVersionId } = data.mergePreview;
  return (
    <MergeForm
      key={`${targetVersionId}:${sourceVersionId}`}
      {...{ branchId, direction, app, onDone }}
      preview={data.mergePreview}
      onStale={() => void refetch().catch(() => undefined)}
    />
  );
}

interface MergeFormProps extends MergeDialogProps {
  readonly preview: Preview;
  /** A side has changed since the preview. */
  readonly onStale: () => void;
}

function MergeForm({ branchId, direction, app, onDone, preview, onStale }: MergeFormProps) {
  const t = useTranslations('branches');
  const navigate = useNavigate();
  const [sides, setSides] = useState<ReadonlyMap<string, HunkSides>>(new Map());
  const rows = useRowMerge(branchId, direction === 'merge');
  const [merge, { loading, error }] = useMutation(MergeBranchDocument);
  const { files, problems, targetVersionId, sourceVersionId } = preview;
  const conflicts = files.filter(({ isConflict }) => isConflict);
  const isOpen = conflicts.some(({ path, hunks }) => hunks.some((_hunk, at) => sides.get(path)?.[at] === undefined));
  const choices = conflicts.map(({ path }) => ({
    path,
    hunks: (sides.get(path) ?? []).filter((side): side is Side => side !== undefined),
  }));
  const isEmpty = files.length === 0 && rows.tables?.length === 0;
  const apply = async () => {
    const request = { appId: branchId, direction, targetVersionId, sourceVersionId, choices, tables: rows.request };
    const { data } = await merge({ variables: request }).catch(() => ({ data: null }));
    if (data == null) return onStale();
    onDone();
    notifyDone(t(direction === 'merge' ? 'merged' : 'updated', { app: app.name }));
    if (direction === 'update') return;
    await navigate(`/build/app/${app.id}`);
    const { rowCopyId } = data.mergeBranch;
    if (rowCopyId === null) return;
    const begin = () => readCopy(app.id, rowCopyId, AbortSignal.timeout(30_000));
    await followRows(app.id, begin, { done: t('rowsMerged', { app: app.name }), undone: rows.request.map(({ name }) => name) });
  };
  return (
    <Stack gap="md">
      {conflicts.length === 0 ? null : (
        <FileConflicts
          files={conflicts}
          direction={direction}
          sides={sides}
          onChoose={(path, chosen) => setSides(new Map(sides).set(path, chosen))}
        />
      )}
      <Files files={files.filter(({ isConflict }) => !isConflict)} />
      {problems.length === 0 ? null : <Problems problems={problems} />}
      {direction === 'merge' ? <RowMerge merge={rows} app={app.name} /> : null}
      {isEmpty || (direction === 'update' && files.length === 0) ? (
        <Text fz="sm">{t('nothing')}</Text>
      ) : (
        <>
          {direction === 'merge' ? (
            <Text fz="xs" c="dimmed">
              {t('mergeNote', { app: app.name })}
            </Text>
          ) : null}
          {error === undefined ? null : <FormError message={sentence(error)} />}
          <Button loading={loading} disabled={isOpen} onClick={() => void apply()}>
            {t(direction, { app: app.name })}
          </Button>
        </>
      )}
    </Stack>
  );
}

function Files({ files }: { readonly files: Preview['files'] }) {
  const t = useTranslations('branches');
  if (files.length === 0) return null;
  return (
    <section aria-label={t('files')}>
      <h3 className={classes.heading}>{t('files')}</h3>
      <ul className={classes.list}>
        {files.map(({ path, change }) => (
          <li key={path} className={classes.line}>
            <code className={classes.name}>{path}</code>
            <span className={classes.note}>{t(`changes.${change}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problems({ problems }: { readonly problems: Preview['problems'] }) {
  const t = useTranslations('branches');
  return (
    <Stack gap="xs" role="alert">
      <Text fz="sm">{t('problems')}</Text>
      {problems.map(({ path, line, message }) => (
        <Text key={`${path}:${line}:${message}`} fz="xs">
          {line === null ? path : `${path}:${line}`} {message}
        </Text>
      ))}
    </Stack>
  );
}
