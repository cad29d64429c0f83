import { Building2, ChartColumn, Handshake, PhoneCall, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
  { page: 'Home', label: 'Pipeline', icon: Handshake },
  { page: 'FollowUps', label: 'Follow-ups', icon: PhoneCall },
  { page: 'Contacts', label: 'Contacts', icon: Users },
  { page: 'Companies', label: 'Companies', icon: Building2 },
  { page: 'Reports', label: 'Reports', icon: ChartColumn },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  return (
    <AppShell name="CRM" icon={Handshake} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
