import { Images, Inbox, PenTool } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '@/components/blocks/data';
import { AppShell } from '@/components/blocks/shell';
import { Message } from '@/entities/Message';

const forAll = [{ page: 'Home', label: 'Work', icon: Images }];
const forOwner = [...forAll, { page: 'Messages', label: 'Messages', icon: Inbox }];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  const { see } = useAccess(Message);
  return (
    <AppShell
      name="Mira Sandoval"
      icon={PenTool}
      pages={see === 'all' ? forOwner : forAll}
      currentPageName={currentPageName}
      hasLogin="footer"
      footer="Mira Sandoval, graphic designer in Porto"
    >
      {children}
    </AppShell>
  );
}
