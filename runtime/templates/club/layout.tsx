import { CalendarDays, Coins, Megaphone, Trophy, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '@/components/blocks/data';
import { AppShell } from '@/components/blocks/shell';
import { Member } from '@/entities/Member';

const forEveryone = [
  { page: 'Home', label: 'Noticeboard', icon: Megaphone },
  { page: 'Events', label: 'Events', icon: CalendarDays },
];
const forBoard = [
  { page: 'Members', label: 'Members', icon: Users },
  { page: 'Fees', label: 'Fees', icon: Coins },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  // Only admins of the app may read names, addresses and fees, which the server enforces.
  const isBoard = useAccess(Member).see === 'all';
  return (
    <AppShell
      name="Rowing club"
      icon={Trophy}
      pages={isBoard ? [...forEveryone, ...forBoard] : forEveryone}
      currentPageName={currentPageName}
    >
      {children}
    </AppShell>
  );
}
