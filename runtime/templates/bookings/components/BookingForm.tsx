import { CalendarCheck } from 'lucide-react';
import { formatTime } from '@/components/blocks/data';
import { DataForm } from '@/components/blocks/form';
import { EmptyState } from '@/components/blocks/states';
import { Appointment } from '@/entities/Appointment';
import type { Service } from '@/entities/Service';
import type { Slot } from '@/services/slots';

/** The visitor's details. The booking is a request until the owner confirms it. */
export default function BookingForm({ service, slot: { start, staff } }: { service: Service; slot: Slot }) {
  const when = `${start.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' })}, ${formatTime(start.toISOString())}`;
  return (
    <DataForm
      entity={Appointment}
      title={`${service.name} with ${staff.name}`}
      description={when}
      fields={['name', 'email', 'phone', 'notes']}
      columns={2}
      defaults={{ service: service.id, staff: staff.id, start: start.toISOString(), minutes: service.minutes, status: 'Requested' }}
      submitLabel="Request this time"
      thanks={
        <EmptyState icon={CalendarCheck} title="Your request is in" description={`${when}. The time is yours once we have confirmed it.`} />
      }
      className="rounded-xl border bg-card p-5"
    />
  );
}
