import { Users } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'people',
  title: 'people.title',
  icon: Users,
  order: 45,
  place: 'popover',
  isVisible: ({ branch }) => branch === null,
  load: () => import('./PeoplePanel.tsx'),
};
