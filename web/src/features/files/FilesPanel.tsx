import { useQuery } from '@apollo/client/react';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { FileCode2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
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
import { type Drafts, isUnsaved } from './drafts.ts';
import { FileEditor } from './FileEditor.tsx';
import classes from './FilesPanel.module.css';
import { FileTree } from './FileTree.tsx';
import { treeOf } from './tree.ts';

/** The files of a version: a tree beside the text of one of them. */
export default function FilesPanel() {
  const { id: appId } = useApp();
  const { id: versionId, isOlder } = useShownVersion();
  const { isBusy } = useTurn();
  const { account } = useSession();
  const page = usePageName();
  const refetchApp = useRefetchApp();
  const show = useShowPanel();
  // Only admins, only on the newest version, and only while no turn is running.
  const canEdit = account?.isAdmin === true && !isOlder && !isBusy;
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

  /** Text typed during the save stays as a draft on top of the saved version. */
  const settle = (path: string, content: string, savedId: string) => {
    setDrafts((current) => {
      const draft = current[path];
      const rest = draft == null || draft.text === content ? null : { text: draft.text, versionId: savedId };
      return { ...current, [path]: rest };
    });
    onSaved();
  };

  if (versionId === null) {
    return (
      <div className={classes.note}>
        <EmptyNote icon={FileCode2} title="No files yet" description="They appear here once the assistant has written your app.">
          <Button variant="default" onClick={() => show('chat')}>
            Go to the chat
          </Button>
        </EmptyNote>
      </div>
    );
  }
  if (data === undefined && error !== undefined) {
    return (
      <div className={classes.note}>
        <EmptyNote icon={TriangleAlert} title="Could not load code. Please try again." role="alert">
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyNote>
      </div>
    );
  }
  if (data === undefined) return <Loading />;

  const files = data.app.version.files;
  const path =
    chosen ??
    target?.file ??
    (files.find((file) => file.path === `pages/${page}`) ?? files.find((file) => file.kind === 'page') ?? files[0])?.path;
  const file = files.find((each) => each.path === path) ?? files[0];
  const branches = treeOf(files.map((each) => each.path));
  return (
    <section className={classes.root} aria-label="Code">
      {isNarrow ? (
        <NativeSelect
          className={classes.picker}
          aria-label="File"
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
          line={chosen === null ? (target?.line ?? null) : null}
          canEdit={canEdit && file.kind !== 'entity'}
          draft={drafts[file.path] ?? null}
          onDraft={(draft) => setDrafts((current) => ({ ...current, [file.path]: draft }))}
          onSaved={(content, savedId) => settle(file.path, content, savedId)}
          onDeleted={() => {
            setDrafts((current) => ({ ...current, [file.path]: null }));
            setChosen(null);
            onSaved();
          }}
        />
      )}
    </section>
  );
}

function Loading() {
  return (
    <div className={classes.root} role="status" aria-label="Loading">
      <div className={classes.loading}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} h={16} mb={14} />
        ))}
      </div>
    </div>
  );
}
