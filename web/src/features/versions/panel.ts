import { History } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'versions',
  title: 'versions.title',
  icon: History,
  order: 40,
  place: 'popover',
  isVisible: ({ currentVersion }) => currentVersion !== null,
  load: () => import('./VersionsPanel.tsx'),
};
