import { useQuery } from '@apollo/client/react';
import { Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useDeferredValue, useEffect, useReducer, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { BuilderHeader, type Device, type View } from '../../features/builder/BuilderHeader.tsx';
import { BuilderLayout, type Pane } from '../../features/builder/BuilderLayout.tsx';
import { HistoryMenu } from '../../features/builder/HistoryMenu.tsx';
import { OlderVersionBar, OlderVersionDialog } from '../../features/builder/OlderVersion.tsx';
import { PreviewTools } from '../../features/builder/PreviewTools.tsx';
import { ChatPanel } from '../../features/chat/ChatPanel.tsx';
import type { Turn } from '../../features/chat/liveTurn.ts';
import { useChat } from '../../features/chat/useChat.ts';
import { type Drafts, isUnsaved } from '../../features/files/drafts.ts';
import { PreviewPane } from '../../features/preview/PreviewPane.tsx';
import { usePreviewSession } from '../../features/preview/usePreviewSession.ts';
import { useThumbnail } from '../../features/preview/useThumbnail.ts';
import { ProblemWidget } from '../../features/problems/ProblemWidget.tsx';
import { compileProblems, noProblems, type Problem, stepProblems } from '../../features/problems/problems.ts';
import { PublishButton } from '../../features/publish/PublishButton.tsx';
import type { BuilderAppFragment } from '../../gen/builder.ts';
import { AssistantDocument } from '../../gen/home.ts';
import { withErrors } from '../../lib/appErrors.ts';
import { pageFor, pagePath } from '../../lib/pages.ts';
import { useIsNarrow } from '../../lib/screenSize.ts';
import { useSession } from '../../lib/session.ts';
import { keepSidebar, readSidebar } from '../../lib/sidebar.ts';
import classes from './BuilderScreen.module.css';
import { buildHint, buildStep } from './buildStep.ts';
import { useOlderVersion } from './useOlderVersion.ts';

const FilesPanel = lazy(() => import('../../features/files/FilesPanel.tsx'));

const addsRows = (part: Turn['assistantMessage']['parts'][number]): boolean =>
  part.__typename === 'ActionPart' && part.action.type === 'insert_records' && part.action.status === 'complete';

interface BuilderScreenProps {
  readonly app: BuilderAppFragment;
  readonly refetch: () => Promise<unknown>;
}

/** Chat, preview and code of one app, working together. */
export function BuilderScreen({ app, refetch }: BuilderScreenProps) {
  const { account, refresh: refreshAccount } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const { pageName } = useParams();
  const isNarrow = useIsNarrow();
  const [isChatOpen, setIsChatOpen] = useState(readSidebar);
  const [pane, setPane] = useState<Pane>('chat');
  const [view, setView] = useState<View>('preview');
  const [device, setDevice] = useState<Device>('desktop');
  // Once opened it stays, and with it what was typed there.
  const [wasCodeOpen, setWasCodeOpen] = useState(false);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [target, setTarget] = useState<{ file: string; line: number | null } | null>(null);
  const [refreshes, setRefreshes] = useState(0);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const [problems, step] = useReducer(stepProblems, noProblems);
  const isFixing = useRef(false);
  // The preview is drawn first: its frame loads while the rest is drawn, in small steps.
  const isRestDue = useDeferredValue(true, false);

  const currentVersionId = app.currentVersion?.id ?? null;
  const chat = useChat({
    appId: app.id,
    currentPath: `/${pageName ?? ''}`,
    versionId: currentVersionId,
    onEnd: (turn) => {
      // New rows change no file, so the frame would not read them by itself.
      if (turn.assistantMessage.parts.some(addsRows)) setRefreshes((count) => count + 1);
      if (isFixing.current) step({ type: 'clear' });
      isFixing.current = false;
      void Promise.all([refetch(), refreshAccount()]).catch(() => undefined);
    },
  });
  const older = useOlderVersion({ appId: app.id, currentVersionId, onRestored: () => Promise.all([chat.read(), refetch()]) });
  const shownVersionId = older.versionId ?? currentVersionId;
  const preview = usePreviewSession(app.id, shownVersionId, older.versionId === null);
  const onSnapshot = useThumbnail(app.id, older.versionId === null);
  const { data: assistant } = useQuery(AssistantDocument, { fetchPolicy: 'cache-first' });

  const build = preview.session?.build;
  const pages = build?.pages ?? [];
  const page = pageFor(pages, `/${pageName ?? ''}`);

  // A new build reports afresh what is still wrong with it.
  const shownBuild = useRef<string | null>(null);
  useEffect(() => {
    if (build === undefined || shownBuild.current === build.id) return;
    shownBuild.current = build.id;
    step({ type: 'clear' });
    step({ type: 'found', problems: compileProblems(build.problems) });
  }, [build]);

  // The prompt of the home page becomes the first message; the same id for the app makes a reload harmless.
  const firstPrompt = (location.state as { firstPrompt?: string } | null)?.firstPrompt;
  const isSent = useRef(false);
  useEffect(() => {
    if (firstPrompt === undefined || isSent.current || chat.isLoading || chat.error !== undefined) return;
    isSent.current = true;
    void navigate('.', { replace: true, state: null });
    if (chat.messages.length === 0) void chat.send(firstPrompt, `first-${app.id}`);
  }, [firstPrompt, chat, navigate, app.id]);

  const toggleChat = () => {
    setIsChatOpen(!isChatOpen);
    keepSidebar(!isChatOpen);
  };
  useHotkeys([['mod+B', toggleChat]], []);
  const goTo = (name: string) => void navigate(`/build/app/${app.id}/${pagePath(name)}${location.search}`);
  const refresh = () => {
    if (isRefreshing) return;
    setIsRefreshing(true);
    step({ type: 'clear' });
    preview.restart();
    setRefreshes(refreshes + 1);
    window.setTimeout(() => setIsRefreshing(false), 1_000);
  };
  const showChat = () => {
    if (!isChatOpen) toggleChat();
    setPane('chat');
  };
  const ask = (content: string) => {
    if (chat.isBusy || !older.mayChange()) return;
    showChat();
    void chat.send(content);
  };
  const fix = (words: string, list: readonly Problem[]) => {
    if (chat.isBusy || !older.mayChange()) return;
    isFixing.current = true;
    ask(withErrors(words, list));
  };
  const openFile = (file: string, line: number | null) => {
    setTarget({ file, line });
    show('code');
  };
  const show = (next: Pane) => {
    setPane(next);
    if (next !== 'chat') setView(next);
    if (next === 'code') setWasCodeOpen(true);
  };
  const tools = (
    <PreviewTools appId={app.id} pages={pages} page={page?.name ?? null} onPage={goTo} isRefreshing={isRefreshing} onRefresh={refresh} />
  );

  return (
    <div className={classes.root}>
      {isRestDue ? (
        <BuilderHeader
          app={app}
          isSaving={chat.turn?.status === 'applying'}
          isChatOpen={isChatOpen}
          onToggleChat={toggleChat}
          view={view}
          onView={show}
          device={device}
          onDevice={setDevice}
          hasPreview={pages.length > 0}
          tools={isNarrow ? null : tools}
        >
          <HistoryMenu
            appId={app.id}
            currentVersionId={currentVersionId}
            viewedVersionId={older.versionId}
            publishedVersionId={app.publishedVersionId}
            onView={older.view}
            onRestore={older.restore}
          />
          <PublishButton app={app} hasVersion={currentVersionId !== null} />
        </BuilderHeader>
      ) : (
        <div className={classes.header} />
      )}
      <BuilderLayout
        isChatOpen={isChatOpen}
        pane={pane}
        onPane={show}
        chat={
          isRestDue ? (
            <ChatPanel
              chat={chat}
              mayChange={older.mayChange}
              suggestions={currentVersionId === null ? (assistant?.assistant.examplePrompts ?? []) : []}
              currentVersionId={currentVersionId}
              viewedVersionId={older.versionId}
              isAdmin={account?.isAdmin === true}
              onView={older.view}
              onRestore={older.restore}
            />
          ) : null
        }
        content={
          <>
            {older.versionId === null ? null : (
              <OlderVersionBar onRestore={() => older.restore(older.versionId ?? '')} onLatest={older.latest} />
            )}
            {isNarrow && view === 'preview' && pages.length > 0 ? <div className={classes.narrowTools}>{tools}</div> : null}
            <div className={classes.views}>
              <div className={classes.view} hidden={view !== 'preview'}>
                <PreviewPane
                  title={`Preview of ${app.name}`}
                  preview={preview}
                  device={device}
                  hasVersion={shownVersionId !== null}
                  progress={chat.isBusy ? buildStep(chat.turn) : null}
                  hint={buildHint(chat.turn)}
                  page={page?.name ?? null}
                  refreshes={refreshes}
                  onPage={(name) => {
                    const isShown = name === null || name === page?.name;
                    if (!isShown) goTo(name);
                  }}
                  onError={(problem) => step({ type: 'found', problems: [problem] })}
                  onChatMessage={ask}
                  onSnapshot={onSnapshot}
                  onStartChat={showChat}
                  versionId={shownVersionId}
                  hasUnsaved={isUnsaved(drafts)}
                  onShowCode={() => show('code')}
                />
                <ProblemWidget
                  problems={problems.list}
                  canFix={!chat.isBusy}
                  onSuppress={(problem) => step({ type: 'suppress', problem })}
                  onFix={(problem) => fix(`Fix this error: ${problem.title}`, [problem])}
                  onFixAll={() => fix('Please fix the errors in my app', problems.list)}
                  onOpenFile={openFile}
                />
              </div>
              {wasCodeOpen ? (
                <div className={classes.view} hidden={view !== 'code'}>
                  <Suspense fallback={<Skeleton h="100%" radius={0} />}>
                    <FilesPanel
                      appId={app.id}
                      versionId={shownVersionId}
                      canEdit={account?.isAdmin === true && older.versionId === null && !chat.isBusy}
                      target={target}
                      page={page?.name ?? null}
                      onStartChat={showChat}
                      onSaved={() => void refetch()}
                      drafts={drafts}
                      setDrafts={setDrafts}
                    />
                  </Suspense>
                </div>
              ) : null}
            </div>
          </>
        }
      />
      <OlderVersionDialog isOpen={older.isAsking} onStay={older.stay} onLatest={older.latest} />
    </div>
  );
}
