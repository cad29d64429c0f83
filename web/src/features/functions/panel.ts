import { SquareFunction } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: 'functions',
  title: 'functions.title',
  icon: SquareFunction,
  order: 34,
  place: 'main',
  isVisible: ({ currentVersion }) => currentVersion !== null,
  load: () => import('./FunctionsPanel.tsx'),
};
