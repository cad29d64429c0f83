import { MessageSquare } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'chat',
  title: 'chat.title',
  icon: MessageSquare,
  order: 10,
  place: 'side',
  isVisible: () => true,
  load: () => import('./ChatPanel.tsx'),
};
