import { useState } from 'react';
import { dayKey, formatTime, useRows } from '@/components/blocks/data';
import { Section } from '@/components/blocks/page';
import Pick from '@/components/Pick';
import { BusyTime } from '@/entities/BusyTime';
import { OpeningHours } from '@/entities/OpeningHours';
import type { Staff } from '@/entities/Staff';
import { daysAhead, isSameDay, type Slot, slotsOf } from '@/services/slots';

interface TimePickerProps {
  staff: readonly Staff[];
  minutes: number;
  picked: Slot | null;
  onPick: (slot: Slot | null) => void;
}

/** The days that have free times, and the times of the chosen one. */
export default function TimePicker({ staff, minutes, picked, onPick }: TimePickerProps) {
  const hours = useRows(OpeningHours).rows;
  const busy = useRows(BusyTime, {
    filter: { start: { $gte: `${dayKey(new Date())}T00:00:00Z` } },
    limit: Number.POSITIVE_INFINITY,
    refresh: 60,
  });
  const plan = { staff, minutes, hours, busy: busy.rows };
  const days = busy.status === 'ready' ? daysAhead().filter((day) => slotsOf(day, plan).length > 0) : [];
  const [chosen, setChosen] = useState<Date | null>(null);
  const day = days.find((one) => chosen && isSameDay(one, chosen)) ?? days[0];
  const choose = (next: Date) => {
    setChosen(next);
    onPick(null);
  };
  return (
    <Section title="When?">
      <div className="flex flex-wrap gap-2">
        {days.map((one) => (
          <Pick key={dayKey(one)} isPicked={one === day} onPick={() => choose(one)} className="grid justify-items-center px-3">
            <span className="text-muted-foreground text-xs">{one.toLocaleDateString(undefined, { weekday: 'short' })}</span>
            <span>{one.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}</span>
          </Pick>
        ))}
      </div>
      {day ? (
        <div className="grid grid-cols-3 gap-2 border-t pt-4 sm:grid-cols-6">
          {slotsOf(day, plan).map((slot) => (
            <Pick
              key={slot.start.toISOString()}
              isPicked={slot.start.getTime() === picked?.start.getTime()}
              onPick={() => onPick(slot)}
              className="px-2 text-center tabular-nums"
            >
              {formatTime(slot.start.toISOString())}
            </Pick>
          ))}
        </div>
      ) : (
        <p className="text-muted-foreground text-sm">
          {busy.status === 'ready' ? 'No time is free in the next two weeks.' : 'Looking for free times…'}
        </p>
      )}
    </Section>
  );
}
