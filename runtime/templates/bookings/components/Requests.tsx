import { CalendarCheck, Check, X } from 'lucide-react';
import { useRowChanges } from '@/components/blocks/data';
import { DataList } from '@/components/blocks/list';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Appointment } from '@/entities/Appointment';
import { useConflicts } from '@/services/appointments';

/** Booking requests of visitors. A request for a time that is taken cannot be confirmed. */
export default function Requests() {
  const { update } = useRowChanges(Appointment);
  const isTaken = useConflicts();
  return (
    <DataList
      entity={Appointment}
      title="Requests"
      filter={{ status: 'Requested' }}
      sort="start"
      fields={['start', 'service', 'staff']}
      canAdd={false}
      refresh={30}
      form={{ columns: 2 }}
      rowActions={(row) => (
        <span className="grid justify-items-end gap-2 sm:flex sm:items-center">
          {isTaken(row) ? (
            <Badge variant="destructive">Time is taken</Badge>
          ) : (
            <Button size="sm" onClick={() => update(row, { status: 'Confirmed' })}>
              <Check /> Confirm
            </Button>
          )}
          <Button variant="outline" size="sm" onClick={() => update(row, { status: 'Cancelled' })}>
            <X /> Decline
          </Button>
        </span>
      )}
      empty={{ icon: CalendarCheck, title: 'No open requests', description: 'What visitors ask for appears here.' }}
    />
  );
}
