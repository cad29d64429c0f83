import { Blocks } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'integrations',
  title: 'integrations.title',
  icon: Blocks,
  order: 35,
  place: 'main',
  isVisible: () => true,
  load: () => import('./IntegrationsPanel.tsx'),
};
