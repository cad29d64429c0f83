import { Columns3, Home, ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
  { page: 'Home', label: 'Table', icon: Home },
  { page: 'Board', label: 'Board', icon: Columns3 },
  { page: 'Forms', label: 'Forms', icon: ListChecks },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  return (
    <AppShell name="Studio" icon={Columns3} pages={pages} currentPageName={currentPageName} footer="Fern Street 12">
      {children}
    </AppShell>
  );
}
