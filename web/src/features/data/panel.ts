import { Database } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'data',
  title: 'data.title',
  icon: Database,
  order: 22,
  place: 'main',
  isVisible: () => true,
  load: () => import('./DataPanel.tsx'),
};
