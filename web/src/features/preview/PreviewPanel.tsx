import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { translator } from '../../i18n/language.ts';
import { pageFor } from '../../lib/pages.ts';
import { useIsNarrow } from '../../lib/screenSize.ts';
import {
  useApp,
  useAsk,
  useCompiling,
  useFetching,
  useHasUnsaved,
  usePageAddress,
  usePreviewRestarts,
  useProblemChecks,
  useShownVersion,
  useShowPanel,
  useStepProblems,
  useTurn,
  useTurnEnd,
} from '../../lib/workspace/hooks.ts';
import { compileProblems } from '../../lib/workspace/problems.ts';
import { Toolbar } from '../../lib/workspace/Toolbar.tsx';
import { type TurnState, useWorkspace } from '../../lib/workspace/workspace.ts';
import { DeviceControl } from './DeviceControl.tsx';
import { type Device, PreviewPane } from './PreviewPane.tsx';
import classes from './PreviewPanel.module.css';
import { PreviewTools } from './PreviewTools.tsx';
import { ElementInspector } from './select/ElementInspector.tsx';
import { selectionOf, useGivePointed } from './select/pointed.ts';
import { useSelection } from './select/useSelection.ts';
import { usePreviewSession } from './usePreviewSession.ts';
import { useThumbnail } from './useThumbnail.ts';

/** Preview of the shown version, with its tools. It publishes the visible page and the problems found to all other panels. */
export default function PreviewPanel() {
  const t = useTranslations();
  const app = useApp();
  const version = useShownVersion();
  const turn = useTurn();
  const show = useShowPanel();
  const ask = useAsk();
  const step = useStepProblems();
  const { path, go } = usePageAddress();
  const isNarrow = useIsNarrow();
  const hasUnsaved = useHasUnsaved();
  const [device, setDevice] = useState<Device>('desktop');
  const [refreshes, setRefreshes] = useState(0);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const preview = usePreviewSession(app.id, version.id, !version.isOlder);
  useCompiling(preview.isStarting);
  const fetching = useFetching();
  const selection = useSelection(app.id);
  // New rows change no file, so the frame does not refetch them by itself.
  useTurnEnd(({ addsRows }) => {
    if (addsRows) setRefreshes((count) => count + 1);
  });

  const build = preview.session?.build;
  const pages = build?.pages ?? [];
  const page = pageFor(pages, path)?.name ?? null;
  // Of a version that does not compile the frame shows the one before. Of a page that fails it sends no picture; other errors are not seen in
  // one, whether they are listed or hidden.
  const isCompiled = build !== undefined && compileProblems(build.problems).length === 0;
  const onSnapshot = useThumbnail(app.id, isCompiled && !version.isOlder && app.role !== 'view');
  const { state } = useWorkspace();
  useEffect(() => state.page.set(page), [state, page]);

  // A new build reports the remaining problems again.
  const shownBuild = useRef<string | null>(null);
  useEffect(() => {
    if (build === undefined || shownBuild.current === build.id) return;
    shownBuild.current = build.id;
    step({ type: 'clear' });
    step({ type: 'found', problems: compileProblems(build.problems) });
  }, [build, step]);

  const [checks, setChecks] = useState(0);
  useProblemChecks(() => {
    if (build === undefined) return;
    step({ type: 'found', problems: compileProblems(build.problems) });
    setChecks((count) => count + 1);
  });

  const refresh = () => {
    if (isRefreshing) return;
    setIsRefreshing(true);
    step({ type: 'clear' });
    preview.restart();
    setRefreshes(refreshes + 1);
    window.setTimeout(() => setIsRefreshing(false), 1_000);
  };
  usePreviewRestarts(preview.restart);
  const mayEdit = app.role !== 'view' && !version.isOlder;
  const tools = (
    <PreviewTools
      appId={app.id}
      pages={pages}
      page={page}
      onPage={go}
      isRefreshing={isRefreshing}
      onRefresh={refresh}
      selecting={mayEdit ? { isOn: selection.isOn, onToggle: () => selection.setIsOn(!selection.isOn) } : null}
    />
  );
  const isSelecting = mayEdit && selection.isOn;
  const selected = isSelecting ? selection.selection : null;
  useGivePointed(selected);
  const askAbout = (request: string): boolean => selected !== null && ask(request, selectionOf(selected));

  return (
    <div className={classes.root}>
      {pages.length === 0 ? null : isNarrow ? (
        <div className={classes.narrowTools}>{tools}</div>
      ) : (
        <Toolbar>
          {tools}
          <DeviceControl device={device} onDevice={setDevice} />
        </Toolbar>
      )}
      <div className={classes.main}>
        <PreviewPane
          title={t('preview.frame', { app: app.name })}
          mayEdit={app.role !== 'view'}
          preview={preview}
          device={device}
          hasVersion={version.id !== null}
          progress={turn.step}
          fetching={fetching}
          hint={hintFor(turn)}
          page={page}
          refreshes={refreshes}
          checks={checks}
          onPage={(name) => {
            if (name !== null && name !== page) go(name);
          }}
          onError={(problem) => step({ type: 'found', problems: [problem] })}
          onChatMessage={(content) => void ask(content)}
          onSnapshot={onSnapshot}
          onStartChat={() => show('chat')}
          versionId={version.id}
          hasUnsaved={hasUnsaved}
          onShowCode={() => show('code')}
          selecting={
            isSelecting
              ? {
                  chosen: selected?.place ?? null,
                  onAsked: selection.ask,
                  onPicked: (element, buildId) => selection.answer(build?.id === buildId ? build.versionId : null, element),
                  onEnd: () => selection.setIsOn(false),
                }
              : null
          }
        />
        {isSelecting ? <ElementInspector state={selection} onAsk={askAbout} /> : null}
      </div>
    </div>
  );
}

/** Instruction while there is no version and none is being written. */
function hintFor({ status }: TurnState): string {
  const t = translator();
  if (status === 'waiting') return t('preview.question');
  if (status !== null && status !== 'ready') return t('preview.unfinished');
  return t('preview.describe');
}
