import { useEffect, useRef } from 'react';
import { dayKey, useAccess, useRows } from '@/components/blocks/data';
import { Appointment } from '@/entities/Appointment';
import { BusyTime } from '@/entities/BusyTime';
import { overlaps } from '@/services/slots';

/** Whether the user administers the app: only admins may read appointments, which the server enforces. */
export const useIsOwner = (): boolean => useAccess(Appointment).see === 'all';

const upcoming = () => ({ start: { $gte: `${dayKey(new Date())}T00:00:00Z` } });

/** Whether the requested time is no longer free. */
export function useConflicts() {
  const busy = useRows(BusyTime, { filter: upcoming(), limit: Number.POSITIVE_INFINITY }).rows;
  return (request: Appointment) =>
    busy.some((taken) => taken.staff === request.staff && taken.appointment !== request.id && overlaps(taken, request));
}

/**
 * Keeps the public busy times in step with the confirmed appointments, while the owner has the app open. Visitors may not read appointments,
 * which hold names, and may not write busy times, which decide what is free. So a visitor's booking is a request: two visitors can ask for
 * the same time, the server does not refuse the second, and the owner confirms one of them.
 */
export function useBusyTimes(): void {
  const isOwner = useIsOwner();
  const appointments = useRows(Appointment, { filter: upcoming(), limit: Number.POSITIVE_INFINITY });
  const busy = useRows(BusyTime, { filter: upcoming(), limit: Number.POSITIVE_INFINITY });
  const attempted = useRef(new Set<string>());
  const isReady = isOwner && appointments.status === 'ready' && busy.status === 'ready';
  useEffect(() => {
    if (!isReady) return;
    // A failed change is not retried until the page is reloaded.
    const once = (key: string, change: () => Promise<unknown>) => {
      if (attempted.current.has(key)) return;
      attempted.current.add(key);
      change().catch(() => {});
    };
    const confirmed = appointments.rows.filter(({ status }) => status === 'Confirmed');
    const isSame = (time: BusyTime, one: Appointment) =>
      time.appointment === one.id &&
      time.staff === one.staff &&
      time.minutes === one.minutes &&
      Date.parse(time.start) === Date.parse(one.start);
    for (const one of confirmed) {
      if (busy.rows.some((time) => isSame(time, one))) continue;
      const { id, staff, start, minutes } = one;
      once(`add ${id} ${staff} ${start} ${minutes}`, () => BusyTime.create({ label: 'Booked', staff, start, minutes, appointment: id }));
    }
    for (const time of busy.rows)
      if (time.appointment && !confirmed.some((one) => isSame(time, one))) once(`remove ${time.id}`, () => BusyTime.delete(time.id));
  }, [isReady, appointments.rows, busy.rows]);
}
