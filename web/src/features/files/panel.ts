import { Code } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'code',
  title: 'files.code',
  icon: Code,
  order: 30,
  place: 'main',
  isVisible: () => true,
  load: () => import('./FilesPanel.tsx'),
};
