import { ListChecks, Vote as VoteIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '@/components/blocks/data';
import { AppShell } from '@/components/blocks/shell';
import { Poll } from '@/entities/Poll';

const forAll = [{ page: 'Home', label: 'Polls', icon: VoteIcon }];
const forOwner = [...forAll, { page: 'Votes', label: 'Votes', icon: ListChecks }];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  const { canAdd } = useAccess(Poll);
  return (
    <AppShell name="Have your say" icon={VoteIcon} pages={canAdd ? forOwner : forAll} currentPageName={currentPageName} hasLogin="footer">
      {children}
    </AppShell>
  );
}
