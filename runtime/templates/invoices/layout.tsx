import { FileText, Settings, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
  { page: 'Home', label: 'Invoices', icon: FileText },
  { page: 'Customers', label: 'Customers', icon: Users },
  { page: 'Letterhead', label: 'Letterhead', icon: Settings },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  return (
    <AppShell name="Invoices" icon={FileText} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
