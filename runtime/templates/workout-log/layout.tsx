import { Dumbbell, History, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
  { page: 'Home', label: 'Workouts', icon: History },
  { page: 'Records', label: 'Records', icon: Trophy },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  return (
    <AppShell name="Workout log" icon={Dumbbell} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
