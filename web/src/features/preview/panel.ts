import { Eye } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';
import { preloadPreview } from './preload.ts';

export const panel: Panel = {
  id: 'preview',
  title: 'preview.title',
  icon: Eye,
  order: 20,
  place: 'main',
  isVisible: () => true,
  // An older version is requested only once its screen is mounted.
  preload: ({ client, appId, query }) => {
    if (!query.has('version')) preloadPreview(client, appId);
  },
  load: () => import('./PreviewPanel.tsx'),
};
