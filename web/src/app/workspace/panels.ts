import { type ComponentType, startTransition, useEffect, useState } from 'react';
import type { Account } from '../../lib/session.ts';
import type { Panel, PreloadRequest, WorkspaceApp } from '../../lib/workspace/panel.ts';

const declarations = import.meta.glob<{ readonly panel: Panel }>('../../features/*/panel.ts', { eager: true });

/** The panels that features declare. A new one needs nothing but its own folder. */
const panels: readonly Panel[] = Object.values(declarations)
  .map(({ panel }) => panel)
  .sort((one, other) => one.order - other.order);

export const visiblePanels = (app: WorkspaceApp, account: Account | null): readonly Panel[] =>
  panels.filter(({ isVisible }) => isVisible(app, account));

const loaded = new Map<string, ComponentType>();

async function load({ id, load }: Panel): Promise<ComponentType> {
  const { default: component } = await load();
  loaded.set(id, component);
  return component;
}

/** Loads what is open at the start of a workspace, code and data. Where that fails the panel itself says so. */
export function preloadPanels(request: PreloadRequest): void {
  const start = [panels.find(({ place }) => place === 'main'), ...panels.filter(({ place }) => place === 'side' || place === 'overlay')];
  for (const panel of start) {
    panel?.preload?.(request);
    if (panel !== undefined) load(panel).catch(() => undefined);
  }
}

/**
 * The component of a panel, loaded when it is `wanted` for the first time; null until then. Not by `lazy`, whose fallback React would
 * keep on the screen for 300 ms, and which draws in one long step.
 */
export function usePanelComponent(panel: Panel, wanted: boolean): ComponentType | null {
  const [, setCount] = useState(0);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const component = loaded.get(panel.id) ?? null;
  const isMissing = wanted && component === null;
  useEffect(() => {
    if (!isMissing) return;
    let left = false;
    load(panel).then(
      () => startTransition(() => setCount((count) => count + 1)),
      (error: unknown) => {
        if (!left) setFailure({ error });
      },
    );
    return () => {
      left = true;
    };
  }, [panel, isMissing]);
  // For the error screen of the route, which offers to reload: the server may have been updated.
  if (failure !== null) throw failure.error;
  return component;
}
