import { useQuery } from '@apollo/client/react';
import type { ComponentType } from 'react';
import { vi } from 'vitest';
import { BuilderDocument } from '../gen/builder.ts';
import {
  createWorkspaceState,
  PanelContext,
  type ShownVersion,
  WorkspaceContext,
  type WorkspaceValue,
} from '../lib/workspace/workspace.ts';
import { draftApp } from './fixtures.ts';
import { type RenderOptions, renderScreen } from './render.tsx';

interface PanelOptions extends Omit<RenderOptions, 'path'> {
  /** An older version that is shown; default: the app's current one. */
  readonly olderVersion?: string;
}

/** Renders a panel in a workspace, whose app is the answer to `app`, by default a draft with one version. */
export function renderPanel(Panel: ComponentType, { olderVersion, answers = {}, ...options }: PanelOptions = {}) {
  const workspace = {
    state: createWorkspaceState(),
    view: vi.fn<ShownVersion['view']>(),
    restore: vi.fn<ShownVersion['restore']>(),
    show: vi.fn<WorkspaceValue['show']>(),
    /** Whether a change may be made. */
    mayChange: vi.fn(() => olderVersion === undefined),
    close: vi.fn(),
    refetch: vi.fn(),
  };
  const { state, view, restore, show, mayChange, close } = workspace;

  function Workspace() {
    const { data, refetch } = useQuery(BuilderDocument, { variables: { id: draftApp.id }, fetchPolicy: 'cache-first' });
    if (data === undefined) return null;
    const currentId = data.app.currentVersion?.id ?? null;
    const version = { id: olderVersion ?? currentId, currentId, isOlder: olderVersion !== undefined, view, restore, mayChange };
    const refetchApp = () => {
      workspace.refetch();
      return refetch();
    };
    return (
      <WorkspaceContext value={{ app: data.app, refetch: refetchApp, version, show, state }}>
        <PanelContext value={{ id: 'panel', isOpen: true, close }}>
          <Panel />
        </PanelContext>
      </WorkspaceContext>
    );
  }

  const rendered = renderScreen(<Workspace />, {
    at: `/build/app/${draftApp.id}`,
    ...options,
    path: '/build/app/:appId/:pageName?',
    answers: { app: draftApp, ...answers },
  });
  return { ...rendered, workspace };
}
