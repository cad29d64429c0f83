import { TriangleAlert } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'problems',
  title: 'problems.title',
  icon: TriangleAlert,
  order: 60,
  place: 'overlay',
  isVisible: () => true,
  load: () => import('./ProblemsPanel.tsx'),
};
