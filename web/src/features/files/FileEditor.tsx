import { useMutation } from '@apollo/client/react';
import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { DeleteAppFileDocument, UpdateAppFileDocument, type VersionFilesQuery } from '../../gen/files.ts';
import { errorStatus, sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { shortcut } from '../../lib/shortcut.ts';
import { useKeptFocus } from '../../lib/useKeptFocus.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import { blocksIn } from './blocks.ts';
import type { Draft } from './drafts.ts';
import classes from './FileEditor.module.css';
import { TakeOverMenu } from './TakeOverMenu.tsx';

const CodeView = lazy(() => import('../../ui/CodeView.tsx'));

interface FileEditorProps {
  readonly appId: string;
  readonly versionId: string;
  readonly file: VersionFilesQuery['app']['version']['files'][number];
  readonly line: number | null;
  readonly canEdit: boolean;
  /** Unsaved changes; null when there are none. */
  readonly draft: Draft | null;
  readonly onDraft: (draft: Draft | null) => void;
  /** `content` was saved as version `savedId`. */
  readonly onSaved: (content: string, savedId: string) => void;
  readonly onDeleted: () => void;
  /** The code of a block that the file imports is in the file at this path. */
  readonly onTakenOver: (path: string) => void;
}

/** Views or edits one file. Saving makes a new version; a concurrent change is a conflict and never overwritten. */
export function FileEditor({ appId, versionId, file, line, canEdit, draft, onDraft, onSaved, onDeleted, onTakenOver }: FileEditorProps) {
  const t = useTranslations();
  const [update, saving] = useMutation(UpdateAppFileDocument);
  const [remove] = useMutation(DeleteAppFileDocument);
  // An older version is shown unmodified; the draft of the latest one is kept.
  const shown = canEdit || draft?.versionId === versionId ? draft : null;
  const text = shown?.text ?? file.content;
  const code = useRef<HTMLDivElement>(null);
  const blocks = canEdit ? blocksIn(file.content) : [];
  // The buttons Save and Discard disappear with the draft.
  const keptFocus = useKeptFocus(() => code.current?.querySelector<HTMLElement>('[role=textbox]'));
  const setText = (next: string) => onDraft(next === file.content ? null : { text: next, versionId: draft?.versionId ?? versionId });

  const save = async () => {
    try {
      const baseVersionId = draft?.versionId ?? versionId;
      const { data } = await update({ variables: { id: appId, baseVersionId, path: file.path, content: text } });
      if (data) onSaved(text, data.updateAppFile.id);
    } catch (error) {
      notifyError(errorStatus(error) === 409 ? sentence(error) : t('files.saveFailed'));
    }
  };
  const root = useRef<HTMLDivElement>(null);
  // On the document, to suppress the browser's save dialog wherever the focus is. A hidden code view ignores the key.
  const saveByKey = (event: KeyboardEvent) => {
    if (root.current?.checkVisibility() !== true) return;
    event.preventDefault();
    if (shown !== null && canEdit && !saving.loading) void save();
  };
  useHotkeys([['mod+S', saveByKey, { preventDefault: false }]], [], true);
  const onDelete = () =>
    modals.openConfirmModal({
      title: t('files.deleteTitle', { file: file.path }),
      children: t('files.deleteWhy'),
      labels: { confirm: t('common.delete'), cancel: t('common.keepIt') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        void remove({ variables: { id: appId, baseVersionId: versionId, path: file.path } }).then(
          () => {
            notifyDone(t('files.deleted', { file: file.path }));
            onDeleted();
          },
          () => notifyError(t('files.deleteFailed')),
        );
      },
    });

  return (
    <div className={classes.root} ref={root}>
      <div className={classes.bar} {...keptFocus}>
        <Text fz="sm" fw={500} truncate>
          {file.path}
        </Text>
        {canEdit ? null : (
          <Text fz="xs" c="dimmed">
            {t('files.readOnly')}
          </Text>
        )}
        <span className={classes.tools}>
          {shown !== null ? (
            <>
              <Button size="compact-sm" variant="default" onClick={() => onDraft(null)}>
                {t('common.discard')}
              </Button>
              <Tooltip label={t('files.saveBy', { keys: shortcut('S') })}>
                <Button size="compact-sm" loading={saving.loading} disabled={!canEdit} onClick={save}>
                  {t('common.save')}
                </Button>
              </Tooltip>
            </>
          ) : null}
          {blocks.length > 0 ? (
            <TakeOverMenu appId={appId} versionId={versionId} blocks={blocks} isDisabled={shown !== null} onTakenOver={onTakenOver} />
          ) : null}
          <CopyIcon text={text} label={t('files.copy')} />
          {canEdit ? (
            <Tooltip label={t('common.delete')}>
              <ActionIcon size={28} aria-label={t('files.deleteFile', { file: file.path })} onClick={onDelete}>
                <Trash2 size={14} />
              </ActionIcon>
            </Tooltip>
          ) : null}
        </span>
      </div>
      <div className={classes.code} ref={code}>
        <Suspense
          fallback={
            <div className={classes.loading}>
              {['40%', '65%', '52%', '70%', '34%'].map((width) => (
                <Skeleton key={width} h={12} w={width} mb={12} />
              ))}
            </div>
          }
        >
          <CodeView path={file.path} text={text} label={file.path} line={line} isFilling onChange={canEdit ? setText : undefined} />
        </Suspense>
      </div>
    </div>
  );
}
