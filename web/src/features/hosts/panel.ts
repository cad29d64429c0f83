import { Network } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'hosts',
  title: 'hosts.title',
  icon: Network,
  order: 36,
  place: 'main',
  isVisible: ({ currentVersion }) => currentVersion !== null,
  load: () => import('./HostsPanel.tsx'),
};
