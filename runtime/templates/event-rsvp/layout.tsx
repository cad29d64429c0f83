import { PartyPopper, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '@/components/blocks/data';
import { AppShell } from '@/components/blocks/shell';
import { Reply } from '@/entities/Reply';

const forAll = [{ page: 'Home', label: 'Event', icon: PartyPopper }];
const forHosts = [...forAll, { page: 'Guests', label: 'Guests', icon: Users }];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  const { see } = useAccess(Reply);
  return (
    <AppShell
      name="You are invited"
      icon={PartyPopper}
      pages={see === 'all' ? forHosts : forAll}
      currentPageName={currentPageName}
      hasLogin="footer"
    >
      {children}
    </AppShell>
  );
}
