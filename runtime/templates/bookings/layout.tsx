import { CalendarCheck, CalendarDays, ListChecks, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';
import { useBusyTimes, useIsOwner } from '@/services/appointments';

const booking = [{ page: 'Home', label: 'Book', icon: CalendarCheck }];
const forOwner = [
  ...booking,
  { page: 'Calendar', label: 'Calendar', icon: CalendarDays },
  { page: 'Appointments', label: 'Appointments', icon: ListChecks },
  { page: 'Setup', label: 'Setup', icon: Settings },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  const isOwner = useIsOwner();
  useBusyTimes();
  return (
    <AppShell name="Bookings" icon={CalendarCheck} pages={isOwner ? forOwner : booking} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
