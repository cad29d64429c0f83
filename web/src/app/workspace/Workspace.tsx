import { Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { startTransition, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useLeaveGuard } from '../../lib/useLeaveGuard.ts';
import { useHasUnsaved } from '../../lib/workspace/hooks.ts';
import type { WorkspaceApp } from '../../lib/workspace/panel.ts';
import { createWorkspaceState, WorkspaceContext } from '../../lib/workspace/workspace.ts';
import { ProxyBanner } from '../ProxyBanner.tsx';
import { BranchBar } from './BranchBar.tsx';
import { Header } from './Header.tsx';
import { Layout } from './Layout.tsx';
import { OlderVersionBar, OlderVersionDialog } from './OlderVersion.tsx';
import { PanelView } from './PanelView.tsx';
import { visiblePanels } from './panels.ts';
import { useOpenPanels } from './useOpenPanels.ts';
import { useQueryState } from './useQueryState.ts';
import { useVersionChoice } from './useVersionChoice.tsx';
import { ViewerBar } from './ViewerBar.tsx';
import classes from './Workspace.module.css';

interface WorkspaceProps {
  readonly app: WorkspaceApp;
  readonly refetch: () => Promise<unknown>;
}

/** The builder of one app: hosts the panels that features declare, and their shared state. It refers to no panel by name. */
export function Workspace({ app, refetch }: WorkspaceProps) {
  const { account, refresh: refreshAccount } = useSession();
  const [state] = useState(createWorkspaceState);
  const panels = visiblePanels(app, account ?? null);
  const address = useQueryState();
  const open = useOpenPanels(panels, address);
  const onRestored = () => {
    state.restores.emit();
    return refetch();
  };
  const currentVersionId = app.currentVersion?.id ?? null;
  const isViewer = app.role === 'view';
  const isPublished = app.publishedVersionId !== null;
  const choice = { appId: app.id, isViewer, isPublished, currentVersionId, onRestored };
  const { version, isAsking, stay } = useVersionChoice({ ...choice, ...address });
  // Renders the main panel first: the preview's frame loads while the rest renders in deferred steps.
  const isRestDue = useDeferredValue(true, false);
  const [isSideDue, setIsSideDue] = useState(false);
  useEffect(() => {
    if (isRestDue) startTransition(() => setIsSideDue(true));
  }, [isRestDue]);

  const onTurnEnd = useEffectEvent(() => void Promise.all([refetch(), refreshAccount()]).catch(() => undefined));
  useEffect(() => state.turnEnds.listen(() => onTurnEnd()), [state]);
  useHotkeys([['mod+B', open.toggleSide]], []);

  const mains = panels.filter(({ place }) => place === 'main');
  const overlays = panels.filter(({ place }) => place === 'overlay');
  return (
    <WorkspaceContext value={{ app, refetch, version, show: open.show, state }}>
      <div className={classes.root}>
        {isRestDue ? <Header panels={panels} open={open} /> : <div className={classes.header} />}
        <Layout
          panels={panels}
          open={open}
          side={isSideDue && open.side !== null ? <PanelView panel={open.side} isOpen /> : null}
          notices={
            <>
              <ProxyBanner />
              {app.branch === null ? null : <BranchBar {...app.branch} />}
              {isViewer ? <ViewerBar /> : null}
              {version.isOlder ? (
                <OlderVersionBar
                  onRestore={isViewer ? null : () => version.restore(version.id ?? '')}
                  onLatest={() => version.view(null)}
                />
              ) : null}
            </>
          }
          content={
            <div className={classes.views}>
              {mains.map((panel) => (
                <div key={panel.id} className={classes.view} hidden={panel.id !== open.main}>
                  <PanelView panel={panel} isOpen={panel.id === open.main} fallback={<Skeleton h="100%" radius={0} />} />
                  {panel === mains[0] && isSideDue ? overlays.map((each) => <PanelView key={each.id} panel={each} isOpen />) : null}
                </div>
              ))}
            </div>
          }
        />
        {isRestDue ? <OlderVersionDialog isOpen={isAsking} onStay={stay} onLatest={() => version.view(null)} /> : null}
        <LeaveGuard path={`/build/app/${app.id}`} />
      </div>
    </WorkspaceContext>
  );
}

/** Asks before navigation discards a panel's unsaved changes. */
function LeaveGuard({ path }: { readonly path: string }) {
  useLeaveGuard(useHasUnsaved(), path);
  return null;
}
