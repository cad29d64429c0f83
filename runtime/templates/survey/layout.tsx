import { ChartColumn, ClipboardList, ListOrdered } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '@/components/blocks/data';
import { AppShell } from '@/components/blocks/shell';
import { Response } from '@/entities/Response';

const forAll = [{ page: 'Home', label: 'Survey', icon: ClipboardList }];
const forOwner = [
  ...forAll,
  { page: 'Results', label: 'Results', icon: ChartColumn },
  { page: 'Questions', label: 'Questions', icon: ListOrdered },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  const { see } = useAccess(Response);
  return (
    <AppShell
      name="Member survey"
      icon={ClipboardList}
      pages={see === 'all' ? forOwner : forAll}
      currentPageName={currentPageName}
      hasLogin="footer"
    >
      {children}
    </AppShell>
  );
}
