import { useMutation, useQuery } from '@apollo/client/react';
import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { DiscardBranchDocument, MergeBranchDocument, MergePreviewDocument, type MergePreviewQuery } from '../../gen/branches.ts';
import { sentence } from '../../lib/errors.ts';
import { notify, notifyDone } from '../../lib/notify.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './BranchesPanel.module.css';
import { useBringBack } from './useBringBack.ts';

type Direction = 'merge' | 'update';
type Side = 'target' | 'source';
type Preview = MergePreviewQuery['mergePreview'];

interface MergeFormProps {
  readonly branchId: string;
  readonly name: string;
  readonly app: { readonly id: string; readonly name: string };
}

/** In an idea: merges it, gets the app's changes, or throws it away. */
export function MergeForm({ branchId, name, app }: MergeFormProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const toApp = () => navigate(`/build/app/${app.id}`);
  const [direction, setDirection] = useState<Direction>('merge');
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [discard, discarding] = useMutation(DiscardBranchDocument, { variables: { appId: branchId } });
  const merged = async () => {
    notifyDone(t(direction === 'merge' ? 'branches.merged' : 'branches.updated', { app: app.name }));
    if (direction === 'merge') await toApp();
  };
  const bringBack = useBringBack(branchId);
  const throwAway = async () => {
    const { data } = await discard().catch(() => ({ data: null }));
    if (data == null) return;
    void notify({
      autoClose: 20_000,
      message: (
        <>
          {t('branches.discarded')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void bringBack()}>
            {t('branches.undo')}
          </Button>
        </>
      ),
    });
    await toApp();
  };
  if (isDiscarding)
    return (
      <Stack gap="sm">
        <Text fz="sm">{t('branches.discardQuestion', { name, app: app.name })}</Text>
        {discarding.error === undefined ? null : <FormError message={sentence(discarding.error)} />}
        <Button color="red" loading={discarding.loading} onClick={() => void throwAway()}>
          {t('branches.discard')}
        </Button>
        <Button variant="default" onClick={() => setIsDiscarding(false)}>
          {t('branches.keep')}
        </Button>
      </Stack>
    );
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('branches.title')}
        value={direction}
        onChange={(value) => setDirection(value as Direction)}
        data={[
          { value: 'merge', label: t('branches.directions.merge') },
          { value: 'update', label: t('branches.directions.update') },
        ]}
      />
      <MergeFiles key={direction} branchId={branchId} direction={direction} app={app.name} onMerged={() => void merged()} />
      <Button variant="subtle" color="red" onClick={() => setIsDiscarding(true)}>
        {t('branches.discard')}
      </Button>
    </Stack>
  );
}

interface MergeFilesProps {
  readonly branchId: string;
  readonly direction: Direction;
  readonly app: string;
  readonly onMerged: () => void;
}

/** What a merge does, file by file, with a choice for each conflict. */
function MergeFiles({ branchId, direction, app, onMerged }: MergeFilesProps) {
  const t = useTranslations();
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const variables = { appId: branchId, direction };
  const { data, error, refetch } = useQuery(MergePreviewDocument, { variables, fetchPolicy: 'network-only' });
  const [merge, merging] = useMutation(MergeBranchDocument);
  if (error !== undefined) return <FormError message={sentence(error)} />;
  if (data === undefined) return null;
  const { files, problems, targetVersionId, sourceVersionId } = data.mergePreview;
  if (files.length === 0) return <Text fz="sm">{t('branches.nothing')}</Text>;
  const conflicts = files.filter(({ isConflict }) => isConflict);
  const isOpen = conflicts.some(({ path }) => !choices.has(path));
  const choose = (path: string, side: Side) => setChoices(new Map(choices).set(path, side));
  const apply = async () => {
    const chosen = [...choices].map(([path, side]) => ({ path, side }));
    const request = { ...variables, targetVersionId, sourceVersionId, choices: chosen };
    const { data: done } = await merge({ variables: request }).catch(() => ({ data: null }));
    if (done == null) await refetch();
    else onMerged();
  };
  return (
    <>
      {conflicts.length === 0 ? null : <Conflicts files={conflicts} choices={choices} direction={direction} onChoose={choose} />}
      <ul className={classes.list}>
        {files
          .filter(({ isConflict }) => !isConflict)
          .map(({ path, change }) => (
            <li key={path} className={classes.file}>
              <code className={classes.name}>{path}</code>
              <span className={classes.time}>{t(`branches.changes.${change}`)}</span>
            </li>
          ))}
      </ul>
      {problems.length === 0 ? null : <Problems problems={problems} />}
      {direction === 'merge' ? (
        <Text fz="xs" c="dimmed">
          {t('branches.mergeNote', { app })}
        </Text>
      ) : null}
      {merging.error === undefined ? null : <FormError message={sentence(merging.error)} />}
      <Button loading={merging.loading} disabled={isOpen} onClick={() => void apply()}>
        {t(`branches.${direction}`, { app })}
      </Button>
    </>
  );
}

interface ConflictsProps {
  readonly files: Preview['files'];
  readonly choices: ReadonlyMap<string, Side>;
  readonly direction: Direction;
  readonly onChoose: (path: string, side: Side) => void;
}

function Conflicts({ files, choices, direction, onChoose }: ConflictsProps) {
  const t = useTranslations();
  const [appSide, ideaSide]: readonly Side[] = direction === 'merge' ? ['target', 'source'] : ['source', 'target'];
  return (
    <Stack gap="xs">
      <Text fz="sm">{t('branches.conflicts')}</Text>
      {files.map(({ path }) => (
        <div key={path} className={classes.file}>
          <code className={classes.name}>{path}</code>
          <SegmentedControl
            size="xs"
            aria-label={path}
            value={choices.get(path) ?? ''}
            onChange={(value) => onChoose(path, value as Side)}
            data={[
              { value: appSide as string, label: t('branches.keepApp') },
              { value: ideaSide as string, label: t('branches.keepIdea') },
            ]}
          />
        </div>
      ))}
    </Stack>
  );
}

function Problems({ problems }: { readonly problems: Preview['problems'] }) {
  const t = useTranslations();
  return (
    <Stack gap="xs" role="alert">
      <Text fz="sm">{t('branches.problems')}</Text>
      {problems.map(({ path, line, message }) => (
        <Text key={`${path}:${line}:${message}`} fz="xs">
          {line === null ? path : `${path}:${line}`} {message}
        </Text>
      ))}
    </Stack>
  );
}
