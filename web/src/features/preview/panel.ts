import { Eye } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'preview',
  title: 'Preview',
  icon: Eye,
  order: 20,
  place: 'main',
  isVisible: () => true,
  load: () => import('./PreviewPanel.tsx'),
};
