import { useQuery } from '@apollo/client/react';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { FileCode2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { VersionFilesDocument } from '../../gen/files.ts';
import { useIsNarrow } from '../../lib/screenSize.ts';
import { useSession } from '../../lib/session.ts';
import {
  useApp,
  useFileTargets,
  usePageName,
  useRefetchApp,
  useShownVersion,
  useShowPanel,
  useTurn,
  useUnsaved,
} from '../../lib/workspace/hooks.ts';
import type { FileTarget } from '../../lib/workspace/workspace.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { type Drafts, draftAfterSave, isUnsaved } from './drafts.ts';
import { FileEditor } from './FileEditor.tsx';
import classes from './FilesPanel.module.css';
import { FileTree } from './FileTree.tsx';
import { treeOf } from './tree.ts';

/** The files of a version: a tree beside the text of one of them. */
export default function FilesPanel() {
  const t = useTranslations();
  const { id: appId } = useApp();
  const { id: versionId } = useShownVersion();
  const page = usePageName();
  const refetchApp = useRefetchApp();
  const show = useShowPanel();
  const canEdit = useMayEdit();
  const [drafts, setDrafts] = useState<Drafts>({});
  useUnsaved(isUnsaved(drafts));
  const isNarrow = useIsNarrow();
  const { data, error, refetch } = useQuery(VersionFilesDocument, {
    variables: { appId, versionId: versionId ?? '' },
    skip: versionId === null,
    fetchPolicy: 'cache-first',
  });
  const [chosen, setChosen] = useState<string | null>(null);
  /** A file that another panel opened, such as that of an error. */
  const [target, setTarget] = useState<FileTarget | null>(null);
  useFileTargets((next) => {
    setTarget(next);
    setChosen(null);
  });
  const onSaved = () => void refetchApp();

  const settle = (path: string, content: string, savedId: string) => {
    setDrafts((current) => ({ ...current, [path]: draftAfterSave(current[path], content, savedId) }));
    onSaved();
  };

  if (versionId === null) {
    return (
      <div className={classes.note}>
        <EmptyNote icon={FileCode2} title={t('files.empty.title')} description={t('files.empty.why')}>
          <Button variant="default" onClick={() => show('chat')}>
            {t('common.goToChat')}
          </Button>
        </EmptyNote>
      </div>
    );
  }
  if (data === undefined) return error === undefined ? <Loading /> : <LoadFailure onRetry={() => void refetch()} />;

  const files = data.app.version.files;
  const wanted = chosen ?? target?.file ?? null;
  const file = files.find(({ path }) => path === wanted) ?? firstOf(files, page);
  const line = chosen === null ? (target?.line ?? null) : null;
  const branches = treeOf(
    files.map((each) => each.path),
    t,
  );
  return (
    <section className={classes.root} aria-label={t('files.code')}>
      {isNarrow ? (
        <NativeSelect
          className={classes.picker}
          aria-label={t('files.file')}
          value={file?.path ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={branches.map((branch) => ({
            group: branch.label,
            items: branch.leaves.map((leaf) => ({ value: leaf.path, label: leaf.label })),
          }))}
        />
      ) : (
        <FileTree branches={branches} chosen={file?.path ?? null} onChoose={setChosen} />
      )}
      {file === undefined ? null : (
        <FileEditor
          key={`${versionId} ${file.path}`}
          appId={appId}
          versionId={versionId}
          file={file}
          line={line}
          canEdit={canEdit && file.kind !== 'entity'}
          draft={drafts[file.path] ?? null}
          onDraft={(draft) => setDrafts((current) => ({ ...current, [file.path]: draft }))}
          onSaved={(content, savedId) => settle(file.path, content, savedId)}
          onDeleted={() => {
            setDrafts((current) => ({ ...current, [file.path]: null }));
            setChosen(null);
            onSaved();
          }}
          onTakenOver={(taken) => {
            setChosen(taken);
            onSaved();
          }}
        />
      )}
    </section>
  );
}

/** Only admins, only on the newest version, and only while no turn is running. */
function useMayEdit(): boolean {
  const { account } = useSession();
  const { isOlder } = useShownVersion();
  const { isBusy } = useTurn();
  return account?.isAdmin === true && !isOlder && !isBusy;
}

/** The file that is shown at first: that of the page in the preview, else of any page. */
const firstOf = <F extends { readonly path: string; readonly kind: string }>(files: readonly F[], page: string | null): F | undefined =>
  files.find(({ path }) => path === `pages/${page}`) ?? files.find(({ kind }) => kind === 'page') ?? files[0];

function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations();
  return (
    <div className={classes.note}>
      <EmptyNote icon={TriangleAlert} title={t('files.failed')} role="alert">
        <Button variant="default" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      </EmptyNote>
    </div>
  );
}

function Loading() {
  const t = useTranslations();
  return (
    <div className={classes.root} role="status" aria-label={t('common.loading')}>
      <div className={classes.loading}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} h={16} mb={14} />
        ))}
      </div>
    </div>
  );
}
