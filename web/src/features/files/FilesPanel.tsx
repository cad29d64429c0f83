import { useQuery } from '@apollo/client/react';
import { ActionIcon, Button, NativeSelect, Skeleton, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { FileCode2, FilePlus2, Search } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { VersionFilesDocument } from '../../gen/files.ts';
import { lazyCode } from '../../lib/loadCode.ts';
import { useIsNarrow } from '../../lib/screenSize.ts';
import { useApp, usePageName, useShownVersion, useShowPanel, useTurn } from '../../lib/workspace/hooks.ts';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { FailedNote } from '../../ui/FailedNote.tsx';
import type { FileChange } from './cacheVersion.ts';
import type { DraftsState } from './drafts/draftStore.ts';
import { KeptBar } from './drafts/KeptBar.tsx';
import { useDrafts, versionOf } from './drafts/useDrafts.ts';
import { FileEditor, type ReadOnlyReason } from './FileEditor.tsx';
import classes from './FilesPanel.module.css';
import type { FileProblem } from './marks/checks.ts';
import { ProblemList } from './marks/ProblemList.tsx';
import { useChecks } from './marks/useChecks.ts';
import { useDefinitions } from './navigation/useDefinitions.ts';
import { PathDialog } from './operations/PathDialog.tsx';
import { useDeleteQuestion } from './operations/useDeleteQuestion.ts';
import { useFileOperations } from './operations/useFileOperations.ts';
import { FileTabs } from './tree/FileTabs.tsx';
import { type FileMark, FileTree } from './tree/FileTree.tsx';
import { kindOf, type TreeNode, treeOf } from './tree/tree.ts';
import { useTabs } from './tree/useTabs.ts';
import { useOpenedFiles } from './useOpenedFiles.ts';

const SearchPanel = lazyCode(() => import('./search/SearchPanel.tsx'));
const QuickOpen = lazyCode(() => import('./search/QuickOpen.tsx'));

/** The files of a version: a tree beside the open ones. */
export default function FilesPanel() {
  const t = useTranslations();
  const { id: appId } = useApp();
  const { id: versionId, isOlder } = useShownVersion();
  const show = useShowPanel();
  const { data, error, refetch } = useQuery(VersionFilesDocument, {
    variables: { appId, versionId: versionId ?? '' },
    skip: versionId === null,
    fetchPolicy: 'cache-first',
  });
  const [mayEdit, setMayEdit] = useState(false);
  if (data !== undefined && data.app.mayEditCode !== mayEdit) setMayEdit(data.app.mayEditCode);
  const { isBusy } = useTurn();
  const reason: ReadOnlyReason = isOlder ? 'older' : !mayEdit ? 'admins' : isBusy ? 'busy' : null;

  const shown = useMemo(() => (data === undefined ? undefined : versionOf(data.app.version)), [data]);
  const { store, state } = useDrafts({ newest: isOlder ? undefined : shown, canEdit: reason === null });
  const files = isOlder ? shown?.files : filesWith(state);

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
  if (files === undefined) return error === undefined ? <Loading /> : <LoadFailure onRetry={() => void refetch()} />;
  return <Files files={files} store={store} state={state} reason={reason} isOlder={isOlder} />;
}

/** The newest files, those that are only drafts included; undefined before they are loaded. */
function filesWith({ head, drafts }: DraftsState): ReadonlyMap<string, string> | undefined {
  if (head === null) return undefined;
  const files = new Map(head.files);
  for (const [path, { base }] of drafts) if (!files.has(path)) files.set(path, base ?? '');
  return files;
}

interface FilesProps {
  readonly files: ReadonlyMap<string, string>;
  readonly store: ReturnType<typeof useDrafts>['store'];
  readonly state: DraftsState;
  readonly reason: ReadOnlyReason;
  readonly isOlder: boolean;
}

function Files({ files, store, state, reason, isOlder }: FilesProps) {
  const t = useTranslations();
  const { id: appId } = useApp();
  const page = usePageName();
  const isNarrow = useIsNarrow();
  const { tabs, open, close, rename } = useTabs(appId);
  const { place, go, forget } = useOpenedFiles(open);
  const problems = useChecks(state, !isOlder && reason !== 'admins');
  const operations = useFileOperations(store);
  const [isSearching, setIsSearching] = useState(false);
  const texts = useMemo(() => withDrafts(files, state.drafts, isOlder), [files, state.drafts, isOlder]);
  const [dialog, setDialog] = useState<{ readonly renamed: string | null } | null>(null);
  const askToDelete = useDeleteQuestion(async (path) => {
    if (await operations.remove(path)) close(path);
  });

  const paths = [...files.keys()];
  const active = paths.find((path) => path === tabs.active) ?? firstOf(paths, page);
  const openPaths = tabs.paths.filter((path) => files.has(path));
  const canChange = (path: string) => reason === null && kindOf(path) !== 'entity';
  const choose = (path: string) => {
    forget();
    open(path);
  };
  const onRename = (path: string) => {
    if (canChange(path) && path.includes('/')) setDialog({ renamed: path });
  };
  const onDelete = (path: string) => {
    if (canChange(path)) askToDelete(path);
  };
  const submitPath = async (path: string): Promise<boolean> => {
    const renamed = dialog?.renamed ?? null;
    const isDone = renamed === null ? await operations.add(path) : await operations.rename(renamed, path);
    if (isDone && renamed !== null) rename(renamed, path);
    if (isDone) choose(path);
    return isDone;
  };
  const replaceIn = (changes: readonly FileChange[]) => operations.commit(changes, 'replaced', t('files.saveFailed'));
  const marks = marksOf(state, problems);
  const shownProblems = useMemo(() => problems.filter(({ path }) => path === active), [problems, active]);
  const { follow, back } = useDefinitions({ textOf: (path) => store.text(path) ?? files.get(path), paths, go });
  const nodes = treeOf(paths, t);

  return (
    <section className={classes.root} aria-label={t('files.code')}>
      <FileChooser
        nodes={nodes}
        chosen={active}
        marks={marks}
        onChoose={choose}
        onRename={onRename}
        onDelete={onDelete}
        onAdd={onlyIf(reason === null, () => setDialog({ renamed: null }))}
        search={
          <Suspense fallback={<Skeleton h="100%" radius={0} />}>
            <SearchPanel files={texts} onOpen={go} onClose={() => setIsSearching(false)} onReplace={onlyIf(reason === null, replaceIn)} />
          </Suspense>
        }
        isSearching={isSearching}
        onSearch={() => setIsSearching(true)}
      />
      <QuickOpenKey paths={paths} onOpen={choose} onSearch={() => setIsSearching(true)} />
      <div className={classes.main}>
        {isNarrow || openPaths.length === 0 ? null : (
          <FileTabs paths={openPaths} active={active} marks={marks} onChoose={choose} onClose={close} />
        )}
        {reason === null ? <KeptBar store={store} kept={state.kept} onOpen={choose} /> : null}
        {active === null ? null : (
          <FileEditor
            path={active}
            saved={files.get(active) ?? ''}
            store={store}
            draft={isOlder ? null : (state.drafts.get(active) ?? null)}
            status={state.statuses.get(active) ?? 'idle'}
            reason={reason}
            canEdit={canChange(active)}
            place={place}
            problems={shownProblems}
            onDefinition={(offset) => void follow(active, offset)}
            onBack={back}
            onRename={onlyIf(active.includes('/'), () => onRename(active))}
            onDelete={() => onDelete(active)}
            onTakenOver={choose}
          />
        )}
        <ProblemList problems={problems} onOpen={go} />
      </div>
      {dialog === null ? null : <PathDialog renamed={dialog.renamed} paths={paths} onSubmit={submitPath} onClose={() => setDialog(null)} />}
    </section>
  );
}

type FileChooserProps = Parameters<typeof FileTree>[0] & {
  /** Null while nothing may be added. */
  readonly onAdd: (() => void) | null;
  /** Takes the place of the tree while one searches. */
  readonly search: ReactNode;
  readonly isSearching: boolean;
  readonly onSearch: () => void;
};

/** The tree; on narrow screens a list. */
function FileChooser({ onAdd, search, isSearching, onSearch, ...tree }: FileChooserProps) {
  const t = useTranslations();
  const isNarrow = useIsNarrow();
  const buttons = (
    <span className={classes.buttons}>
      <Tooltip label={t('files.search.title')}>
        <ActionIcon size={28} aria-label={t('files.search.title')} onClick={onSearch}>
          <Search size={14} />
        </ActionIcon>
      </Tooltip>
      {onAdd === null ? null : (
        <Tooltip label={t('files.add.title')}>
          <ActionIcon size={28} aria-label={t('files.add.title')} onClick={onAdd}>
            <FilePlus2 size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
  // In one place at every width, so that it keeps its state.
  if (isSearching) return <div className={classes.side}>{search}</div>;
  if (isNarrow)
    return (
      <div className={classes.picker}>
        <NativeSelect
          className={classes.select}
          aria-label={t('files.file')}
          value={tree.chosen ?? ''}
          onChange={(event) => tree.onChoose(event.currentTarget.value)}
          data={optionsOf(tree.nodes)}
        />
        {buttons}
      </div>
    );
  return (
    <div className={classes.side}>
      <div className={classes.sideHead}>
        <span>{t('files.files')}</span>
        {buttons}
      </div>
      <FileTree {...tree} />
    </div>
  );
}

interface QuickOpenKeyProps {
  readonly paths: readonly string[];
  readonly onOpen: (path: string) => void;
  readonly onSearch: () => void;
}

/** Ctrl P opens a file by name, Ctrl Shift F searches all files. A hidden code view ignores the keys. */
function QuickOpenKey({ paths, onOpen, onSearch }: QuickOpenKeyProps) {
  const { isOpen: isShown } = usePanel();
  const [isOpen, setIsOpen] = useState(false);
  const shown = (act: () => void) => (event: KeyboardEvent) => {
    if (!isShown) return;
    event.preventDefault();
    act();
  };
  const options = { preventDefault: false };
  useHotkeys(
    [
      ['mod+P', shown(() => setIsOpen(true)), options],
      ['mod+shift+F', shown(onSearch), options],
    ],
    [],
    true,
  );
  if (!isOpen) return null;
  return (
    <Suspense>
      <QuickOpen paths={paths} onOpen={onOpen} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

const onlyIf = <T,>(isSo: boolean, value: T): T | null => (isSo ? value : null);

/** All texts as they are typed. */
function withDrafts(files: ReadonlyMap<string, string>, drafts: DraftsState['drafts'], isOlder: boolean): ReadonlyMap<string, string> {
  return isOlder ? files : new Map([...files].map(([path, text]) => [path, drafts.get(path)?.text ?? text]));
}

function marksOf({ drafts }: DraftsState, problems: readonly FileProblem[]): ReadonlyMap<string, FileMark> {
  const paths = new Set([...drafts.keys(), ...problems.map(({ path }) => path)]);
  const markOf = (path: string): FileMark => {
    const own = problems.filter((problem) => problem.path === path);
    const errors = own.filter(({ severity }) => severity === 'error').length;
    return { isChanged: drafts.has(path), errors, warnings: own.length - errors };
  };
  return new Map([...paths].map((path) => [path, markOf(path)]));
}

const optionsOf = (nodes: readonly TreeNode[]) =>
  nodes.map((node) => ({ group: node.label, items: leavesOf(node).map((path) => ({ value: path, label: optionLabel(path) })) }));

const leavesOf = ({ path, children }: TreeNode): string[] => (path === null ? children.flatMap(leavesOf) : [path]);

const optionLabel = (path: string): string => path.slice(path.indexOf('/') + 1).replace(/\.json$/, '');

/** The file that is shown at first: that of the page in the preview, else of any page. */
const firstOf = (paths: readonly string[], page: string | null): string | null =>
  paths.find((path) => path === `pages/${page}`) ?? paths.find((path) => kindOf(path) === 'page') ?? paths[0] ?? null;

function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations();
  return (
    <div className={classes.note}>
      <FailedNote title={t('files.failed')} onRetry={onRetry} />
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
