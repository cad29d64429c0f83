import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { loadCode } from '../../lib/loadCode.ts';
import type { Account } from '../../lib/session.ts';
import type { Panel, PreloadRequest, WorkspaceApp } from '../../lib/workspace/panel.ts';

const declarations = import.meta.glob<{ readonly panel: Panel }>('../../features/*/panel.ts', { eager: true });

/** The panels that features declare. A new one needs only its own folder. */
const panels: readonly Panel[] = Object.values(declarations)
  .map(({ panel }) => panel)
  .sort((one, other) => one.order - other.order);

export const visiblePanels = (app: WorkspaceApp, account: Account | null): readonly Panel[] =>
  panels.filter(({ isVisible }) => isVisible(app, account));

const loaded = new Map<string, ComponentType>();

async function load({ id, load }: Panel): Promise<ComponentType> {
  const { default: component } = await loadCode(load);
  loaded.set(id, component);
  return component;
}

/** Preloads code and data of the panels that are open at the start. Errors are ignored: the panel itself reports them. */
export function preloadPanels(request: PreloadRequest): void {
  const start = [panels.find(({ place }) => place === 'main'), ...panels.filter(({ place }) => place === 'side' || place === 'overlay')];
  for (const panel of start) {
    panel?.preload?.(request);
    if (panel !== undefined) load(panel).catch(() => undefined);
  }
}

/**
 * The panel's component, loaded when it is first `wanted`; null until then. Not by React's `lazy`, which would keep its fallback on the
 * screen for 300 ms and render in one long task.
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
  // Rethrown for the route's error screen, which offers to reload: the server may have been updated.
  if (failure !== null) throw failure.error;
  return component;
}
