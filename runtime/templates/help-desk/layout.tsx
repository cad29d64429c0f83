import { BookOpen, Inbox, LifeBuoy, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '@/components/blocks/data';
import { AppShell } from '@/components/blocks/shell';
import { Agent } from '@/entities/Agent';

const forEveryone = [
  { page: 'Home', label: 'Help', icon: LifeBuoy },
  { page: 'MyTickets', label: 'My tickets', icon: MessagesSquare },
];
const forAgents = [
  { page: 'Desk', label: 'Desk', icon: Inbox },
  { page: 'Answers', label: 'Answers', icon: BookOpen },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  // Only admins of the app may read the agents; the server refuses all other users.
  const isAgent = useAccess(Agent).see === 'all';
  return (
    <AppShell
      name="Help desk"
      icon={LifeBuoy}
      pages={isAgent ? [...forEveryone, ...forAgents] : forEveryone}
      currentPageName={currentPageName}
    >
      {children}
    </AppShell>
  );
}
