import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../lib/loadCode.ts';
import { shortcut } from '../../lib/shortcut.ts';
import { useKeptFocus } from '../../lib/useKeptFocus.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import { blocksIn } from './blocks.ts';
import { ConflictBar } from './drafts/ConflictBar.tsx';
import type { Draft, DraftStore, SaveStatus } from './drafts/draftStore.ts';
import { EditorMenu } from './EditorMenu.tsx';
import { isFormatting } from './editorSettings.ts';
import classes from './FileEditor.module.css';
import { formatText } from './formatText.ts';
import type { FileProblem } from './marks/checks.ts';
import { TakeOverMenu } from './TakeOverMenu.tsx';
import type { Place } from './useOpenedFiles.ts';

const CodeView = lazyCode(() => import('../../ui/CodeView.tsx'));

/** Why nothing can be edited; null while it can be. */
export type ReadOnlyReason = 'admins' | 'older' | 'busy' | null;

interface FileEditorProps {
  readonly path: string;
  /** The text without unsaved changes. */
  readonly saved: string;
  readonly store: DraftStore;
  /** Unsaved changes; null when there are none. */
  readonly draft: Draft | null;
  readonly status: SaveStatus;
  readonly reason: ReadOnlyReason;
  readonly canEdit: boolean;
  readonly place: Place | null;
  /** Those of this file. */
  readonly problems: readonly FileProblem[];
  readonly onDefinition: (offset: number) => void;
  /** Null where no definition was followed. */
  readonly onBack: (() => void) | null;
  /** Null for a file that keeps its name. */
  readonly onRename: (() => void) | null;
  readonly onDelete: () => void;
  /** The code of a block that the file imports is in the file at this path. */
  readonly onTakenOver: (path: string) => void;
}

/** Views or edits one file. Each save makes a new version; changes of others are never overwritten. */
export function FileEditor({ path, saved, store, draft, status, reason, canEdit, place, problems, ...on }: FileEditorProps) {
  const t = useTranslations();
  const text = draft?.text ?? saved;
  const code = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const blocks = canEdit ? blocksIn(saved) : [];
  const isConflict = draft?.theirs !== undefined;
  // The buttons Save and Discard disappear with the draft.
  const keptFocus = useKeptFocus(() => code.current?.querySelector<HTMLElement>('[role=textbox]'));
  const save = async () => {
    await formatDraft(store, path);
    await store.save(path);
  };
  // On the document, to suppress the browser's save dialog wherever the focus is. A hidden code view ignores the key.
  const saveByKey = (event: KeyboardEvent) => {
    if (root.current?.checkVisibility() !== true) return;
    event.preventDefault();
    if (draft !== null && canEdit && status !== 'saving') void save();
  };
  useHotkeys([['mod+S', saveByKey, { preventDefault: false }]], [], true);

  return (
    <div className={classes.root} ref={root}>
      <div className={classes.bar} {...keptFocus}>
        <BackButton onBack={on.onBack} />
        <Text fz="sm" fw={500} truncate>
          {path}
        </Text>
        {canEdit ? (
          <Status status={status} isUnsaved={draft !== null} />
        ) : (
          <Tooltip label={t(`files.readOnlyWhy.${reason ?? 'table'}`)}>
            <Text fz="xs" c="dimmed" className={classes.status}>
              {t('files.readOnly')}
            </Text>
          </Tooltip>
        )}
        <span className={classes.tools}>
          {draft === null || isConflict ? null : (
            <SaveButtons status={status} canSave={canEdit} onDiscard={() => store.discard(path)} onSave={() => void save()} />
          )}
          {blocks.length > 0 ? (
            <TakeOverMenu store={store} blocks={blocks} isDisabled={draft !== null} onTakenOver={on.onTakenOver} />
          ) : null}
          <CopyIcon text={text} label={t('files.copy')} />
          {canEdit ? (
            <Tooltip label={t('common.delete')}>
              <ActionIcon size={28} aria-label={t('files.deleteFile', { file: path })} onClick={on.onDelete}>
                <Trash2 size={14} />
              </ActionIcon>
            </Tooltip>
          ) : null}
          {canEdit ? <EditorMenu onRename={on.onRename} /> : null}
        </span>
      </div>
      {draft !== null && isConflict ? <ConflictBar path={path} draft={draft} store={store} canResolve={canEdit} /> : null}
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
          <CodeView
            path={path}
            text={text}
            label={path}
            place={place?.path === path ? place : null}
            isFilling
            problems={problems}
            onDefinition={on.onDefinition}
            onBack={on.onBack ?? undefined}
            onChange={canEdit ? (next) => store.edit(path, next) : undefined}
          />
        </Suspense>
      </div>
    </div>
  );
}

function BackButton({ onBack }: Pick<FileEditorProps, 'onBack'>) {
  const t = useTranslations();
  if (onBack === null) return null;
  return (
    <Tooltip label={t('files.back')}>
      <ActionIcon size={28} aria-label={t('files.back')} onClick={onBack}>
        <ArrowLeft size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

interface SaveButtonsProps {
  readonly status: SaveStatus;
  readonly canSave: boolean;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

function SaveButtons({ status, canSave, onDiscard, onSave }: SaveButtonsProps) {
  const t = useTranslations();
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        {t('common.discard')}
      </Button>
      <Tooltip label={t('files.saveBy', { keys: shortcut('S') })}>
        <Button size="compact-sm" loading={status === 'saving'} disabled={!canSave} onClick={onSave}>
          {t(status === 'error' ? 'common.tryAgain' : 'common.save')}
        </Button>
      </Tooltip>
    </>
  );
}

/** Lays out unsaved text, unless it cannot be parsed or was changed meanwhile. */
async function formatDraft(store: DraftStore, path: string): Promise<void> {
  const text = store.get().drafts.get(path)?.text;
  if (!isFormatting.get() || text === undefined) return;
  const formatted = await formatText(path, text).catch(() => null);
  if (formatted !== null && store.get().drafts.get(path)?.text === text) store.edit(path, formatted);
}

function Status({ status, isUnsaved }: { readonly status: SaveStatus; readonly isUnsaved: boolean }) {
  const t = useTranslations();
  const shown = status === 'idle' ? (isUnsaved ? 'unsaved' : null) : status;
  return (
    <Text fz="xs" c={shown === 'error' ? 'var(--mantine-color-error)' : 'dimmed'} className={classes.status} role="status">
      {shown === null ? null : t(`files.status.${shown}`)}
    </Text>
  );
}
