import { type ReactNode, useState } from 'react';
import type { Panel } from '../../lib/workspace/panel.ts';
import { PanelContext } from '../../lib/workspace/workspace.ts';
import { usePanelComponent } from './panels.ts';

interface PanelViewProps {
  readonly panel: Panel;
  readonly isOpen: boolean;
  /** Stands in its place while it loads. */
  readonly fallback?: ReactNode;
}

const nothing = () => undefined;

/** A panel that is loaded and mounted when it is opened first, and stays mounted from then on with what was typed in it. */
export function PanelView({ panel, isOpen, fallback = null }: PanelViewProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const Content = usePanelComponent(panel, wasOpen);
  if (!wasOpen) return null;
  return <PanelContext value={{ id: panel.id, isOpen, close: nothing }}>{Content === null ? fallback : <Content />}</PanelContext>;
}
