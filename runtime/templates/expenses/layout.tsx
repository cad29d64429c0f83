import { Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';

const pages = [{ page: 'Home', label: 'Expenses', icon: Receipt }];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  return (
    <AppShell name="Expenses" icon={Receipt} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
