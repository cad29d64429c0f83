import { ListChecks, SquareKanban } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
  { page: 'Home', label: 'Board', icon: SquareKanban },
  { page: 'List', label: 'List', icon: ListChecks },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  return (
    <AppShell name="Todo board" icon={SquareKanban} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
