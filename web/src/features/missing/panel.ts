import { Blocks } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'missing',
  title: 'missing.title',
  icon: Blocks,
  order: 61,
  place: 'overlay',
  isVisible: ({ role }) => role !== 'view',
  load: () => import('./MissingPackagesPanel.tsx'),
};
