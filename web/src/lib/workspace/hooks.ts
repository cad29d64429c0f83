import { useCallback, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { notifyError } from '../notify.ts';
import { pagePath } from '../pages.ts';
import { type Cell, type Signal, useCell } from './cell.ts';
import type { WorkspaceApp } from './panel.ts';
import { type ProblemStep, type Problems, stepProblems } from './problems.ts';
import {
  type AskedMessage,
  type Comparison,
  type ElementSelection,
  type FileTarget,
  type ShownVersion,
  type TurnEnd,
  type TurnState,
  usePanel,
  useWorkspace,
} from './workspace.ts';

/** The app of the workspace. */
export const useApp = (): WorkspaceApp => useWorkspace().app;

/** Whether the builder sees everything of the app, and may change nothing. */
export const useIsViewer = (): boolean => useWorkspace().app.role === 'view';

/** Whether rows and tables can only be looked at: by viewers, and while an older version is shown. */
export function useIsReadOnly(): boolean {
  const { app, version } = useWorkspace();
  return app.role === 'view' || version.isOlder;
}

/** Refetches the app, after a mutation of it. */
export const useRefetchApp = (): (() => Promise<unknown>) => useWorkspace().refetch;

export const useShownVersion = (): ShownVersion => useWorkspace().version;

/** Opens a panel by its id. */
export const useShowPanel = (): ((panelId: string) => void) => useWorkspace().show;

export const useTurn = (): TurnState => useCell(useWorkspace().state.turn);

/** Calls `listener` when a turn of the assistant settles. */
export const useTurnEnd = (listener: (end: TurnEnd) => void): void => useSignal(useWorkspace().state.turnEnds, listener);

/** Calls `listener` when an older version of the app was restored. */
export const useRestored = (listener: () => void): void => useSignal(useWorkspace().state.restores, listener);

function useSignal<T>(signal: Signal<T>, listener: (value: T) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => signal.listen((value) => latest(value)), [signal]);
}

/** Sends a message to the assistant and opens the chat; false when it cannot take one now. */
export function useAsk(): (content: string, selection?: ElementSelection) => boolean {
  const { version, show, state } = useWorkspace();
  return (content, selection) => {
    if (state.turn.get().isBusy || !version.mayChange()) return false;
    show('chat');
    state.messages.send({ content, selection });
    return true;
  };
}

/** The element that the builder points at, which the next message is about, and a function that replaces it. */
export function usePointed(): readonly [ElementSelection | null, (next: ElementSelection | null) => void] {
  const { pointed } = useWorkspace().state;
  return [useCell(pointed), pointed.set];
}

/** Receives the messages that other panels send to the assistant; for the chat. */
export function useMessages(receiver: (message: AskedMessage) => void): void {
  const { messages } = useWorkspace().state;
  const latest = useEffectEvent(receiver);
  useEffect(() => messages.receive((message) => latest(message)), [messages]);
}

/** Opens a file of the shown version in the code panel. */
export function useOpenFile(): (target: FileTarget) => void {
  const { show, state } = useWorkspace();
  return (target) => {
    state.files.send(target);
    show('code');
  };
}

/** Opens a table in the data browser, at the rows of the preview; with an id, one of them. */
export function useOpenRow(): (table: string, id: string | null) => void {
  const { show } = useWorkspace();
  return (table, id) => show('data', { table, row: id, rows: null, as: null });
}

/** Receives the files that other panels open; for the code panel. */
export function useFileTargets(receiver: (target: FileTarget) => void): void {
  const { files } = useWorkspace().state;
  const latest = useEffectEvent(receiver);
  useEffect(() => files.receive((target) => latest(target)), [files]);
}

/** Opens the changes of a version, by default since the one before it; refused while the assistant is changing the app. */
export function useCompare(): (versionId: string, sinceId?: string) => void {
  const { state } = useWorkspace();
  const t = useTranslations();
  return (versionId, sinceId) => {
    if (state.turn.get().isBusy) notifyError(t('common.diffWaits'));
    else state.comparisons.send({ versionId, sinceId: sinceId ?? null });
  };
}

/** Receives the versions to compare; for the panel of the changes. */
export function useComparisons(receiver: (comparison: Comparison) => void): void {
  const { comparisons } = useWorkspace().state;
  const latest = useEffectEvent(receiver);
  useEffect(() => comparisons.receive((comparison) => latest(comparison)), [comparisons]);
}

/** Opens the form that installs an integration package, or says that no package has the name. */
export function useInstallPackage(): (name: string) => void {
  const { show } = useWorkspace();
  return (name) => show('integrations', { install: name });
}

export const useProblems = (): Problems => useCell(useWorkspace().state.problems);

/** Adds, hides and clears problems of the app. */
export function useStepProblems(): (step: ProblemStep) => void {
  const { problems } = useWorkspace().state;
  return useCallback((step) => problems.set(stepProblems(problems.get(), step)), [problems]);
}

/** Clears the problems, and has the preview report again those that remain. */
export function useRecheckProblems(): () => void {
  const { problemChecks } = useWorkspace().state;
  const step = useStepProblems();
  return () => {
    step({ type: 'clear' });
    problemChecks.emit();
  };
}

/** Calls `listener` when the remaining problems are to be reported again; for the preview. */
export const useProblemChecks = (listener: () => void): void => useSignal(useWorkspace().state.problemChecks, listener);

/** Has the preview compile the same version again. */
export const useRestartPreview = (): (() => void) => useWorkspace().state.previewRestarts.emit;

/** Calls `listener` when the same version is to be compiled again; for the preview. */
export const usePreviewRestarts = (listener: () => void): void => useSignal(useWorkspace().state.previewRestarts, listener);

/** Whether a panel has unsaved changes. */
export const useHasUnsaved = (): boolean => useCell(useWorkspace().state.unsaved).size > 0;

/** Registers that this panel has unsaved changes: leaving the workspace then asks first. */
export function useUnsaved(isUnsaved: boolean): void {
  useMember(useWorkspace().state.unsaved, isUnsaved);
}

/** Registers that this panel waits for a compile of the app, which may wait for packages. */
export function useCompiling(isCompiling: boolean): void {
  useMember(useWorkspace().state.compiling, isCompiling);
}

/** Keeps the id of this panel in a set of the workspace while something holds. */
function useMember(members: Cell<ReadonlySet<string>>, isMember: boolean): void {
  const { id } = usePanel();
  useEffect(() => {
    if (!isMember) return;
    members.set(new Set([...members.get(), id]));
    return () => members.set(new Set([...members.get()].filter((each) => each !== id)));
  }, [isMember, id, members]);
}

/** Whether something waits for a compile of the app. */
export function useIsCompiling(): boolean {
  const isWaitedFor = useCell(useWorkspace().state.compiling).size > 0;
  const { status } = useTurn();
  return isWaitedFor || status === 'applying';
}

/** What is said while something waits for packages that the app needs, such as `Fetching antd…`; null while nothing is fetched. */
export function useFetching(): string | null {
  const t = useTranslations();
  const names = useCell(useWorkspace().state.fetching);
  return names.length === 0 ? null : t('common.fetching', { names: names.join(', ') });
}

/** Name of the page in the preview; null while there is none. */
export const usePageName = (): string | null => useCell(useWorkspace().state.page);

/** The page in the workspace's URL, and navigation to another one. */
export function usePageAddress(): { readonly path: string; readonly go: (name: string) => void } {
  const { app } = useWorkspace();
  const { pageName } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  return { path: `/${pageName ?? ''}`, go: (name) => void navigate(`/build/app/${app.id}/${pagePath(name)}${search}`) };
}
