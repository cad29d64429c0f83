import { Refrigerator, Rocket, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '@/components/blocks/data';
import { AppShell } from '@/components/blocks/shell';
import { SignUp } from '@/entities/SignUp';

const forAll = [{ page: 'Home', label: 'Page', icon: Rocket }];
const forOwner = [...forAll, { page: 'WaitingList', label: 'Waiting list', icon: Users }];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  const { see } = useAccess(SignUp);
  return (
    <AppShell
      name="Larder"
      icon={Refrigerator}
      pages={see === 'all' ? forOwner : forAll}
      currentPageName={currentPageName}
      hasLogin="footer"
      footer="Larder, made in a small kitchen"
    >
      {children}
    </AppShell>
  );
}
