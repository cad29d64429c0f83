import { Lightbulb } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'branches',
  title: 'branches.title',
  icon: Lightbulb,
  order: 45,
  place: 'popover',
  isVisible: ({ currentVersion, role }) => currentVersion !== null && role !== 'view',
  load: () => import('./BranchesPanel.tsx'),
};
