import { useState } from 'react';
import BookingForm from '@/components/BookingForm';
import { formatMoney, useRows } from '@/components/blocks/data';
import { Section } from '@/components/blocks/page';
import { RowStates } from '@/components/blocks/states';
import Pick from '@/components/Pick';
import TimePicker from '@/components/TimePicker';
import { Service } from '@/entities/Service';
import { Staff } from '@/entities/Staff';
import type { Slot } from '@/services/slots';

/** Service, person, time, name: each step appears when the previous one is complete. */
export default function Booking() {
  const services = useRows(Service, { sort: 'name' });
  const staff = useRows(Staff, { sort: 'name' }).rows;
  const [service, setService] = useState<Service | null>(null);
  const [person, setPerson] = useState<Staff | null>(null);
  const [slot, setSlot] = useState<Slot | null>(null);
  const people = person ? [person] : staff;
  const pickService = (one: Service) => {
    setService(one);
    setSlot(null);
  };
  const pickPerson = (one: Staff | null) => {
    setPerson(one);
    setSlot(null);
  };
  return (
    <div className="grid gap-8">
      <Section title="What would you like?">
        <RowStates entity={Service} rows={services}>
          <div className="grid gap-3 sm:grid-cols-2">
            {services.rows.map((one) => (
              <Pick key={one.id} isPicked={one.id === service?.id} onPick={() => pickService(one)} className="grid gap-1 p-4">
                <span className="flex justify-between gap-3 font-medium">
                  {one.name} <span className="tabular-nums">{one.price ? formatMoney(one.price, 'EUR') : null}</span>
                </span>
                <span className="text-muted-foreground">
                  {one.minutes} min{one.description ? ` · ${one.description}` : ''}
                </span>
              </Pick>
            ))}
          </div>
        </RowStates>
      </Section>
      {service ? (
        <Section title="With whom?">
          <div className="flex flex-wrap gap-2">
            <Pick isPicked={person === null} onPick={() => pickPerson(null)}>
              Anyone
            </Pick>
            {staff.map((one) => (
              <Pick key={one.id} isPicked={one.id === person?.id} onPick={() => pickPerson(one)}>
                {one.name} <span className="text-muted-foreground">{one.role}</span>
              </Pick>
            ))}
          </div>
        </Section>
      ) : null}
      {service ? <TimePicker staff={people} minutes={service.minutes} picked={slot} onPick={setSlot} /> : null}
      {service && slot ? <BookingForm key={slot.start.toISOString()} service={service} slot={slot} /> : null}
    </div>
  );
}
