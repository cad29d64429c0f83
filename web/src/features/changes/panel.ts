import { FileDiff } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'changes',
  title: 'changes.title',
  icon: FileDiff,
  order: 70,
  place: 'overlay',
  isVisible: ({ currentVersion }) => currentVersion !== null,
  load: () => import('./ChangesPanel.tsx'),
};
