import { Globe } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'publish',
  title: 'publish.publish',
  icon: Globe,
  order: 50,
  place: 'popover',
  isVisible: ({ branch }) => branch === null,
  // The label names the next step; the header shows the status.
  button: ({ status, hasUnpublishedChanges, currentVersion, role }) => ({
    label: status !== 'active' ? 'publish.publish' : hasUnpublishedChanges ? 'publish.update' : 'publish.share',
    isProminent: status !== 'active' || hasUnpublishedChanges,
    isDisabled: currentVersion === null || role === 'view',
  }),
  load: () => import('./PublishPanel.tsx'),
};
