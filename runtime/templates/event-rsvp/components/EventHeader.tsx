import { CalendarDays, Clock, MapPin, Pencil } from 'lucide-react';
import { parseDate } from '@/components/blocks/data';
import { Button } from '@/components/ui/button';
import type { Event } from '@/entities/Event';

/** The invitation: what, when and where. */
export default function EventHeader({ event, onEdit }: { event: Event; onEdit?: () => void }) {
  const date = parseDate(event.date) ?? new Date();
  const days = Math.round((date.getTime() - new Date().setHours(0, 0, 0, 0)) / 86_400_000);
  const when = days > 1 ? `In ${days} days` : days === 1 ? 'Tomorrow' : days === 0 ? 'Today' : 'It was a pleasure';
  return (
    <header className="relative overflow-hidden rounded-2xl bg-primary text-primary-foreground">
      <div aria-hidden className="absolute -right-20 -bottom-32 size-96 rounded-full border-[3.5rem] border-current/10" />
      <div className="relative grid gap-8 p-6 sm:p-12">
        <div className="flex items-start justify-between gap-4">
          <p className="rounded-full border border-current/40 px-3 py-1 font-medium text-sm">{when}</p>
          {onEdit ? (
            <Button variant="outline" size="sm" className="text-foreground" onClick={onEdit}>
              <Pencil /> Edit event
            </Button>
          ) : null}
        </div>
        <div className="grid gap-3">
          <h1 className="text-balance font-serif text-4xl leading-tight sm:text-6xl">{event.title}</h1>
          {event.hosts ? <p className="text-lg">Hosted by {event.hosts}</p> : null}
        </div>
        <ul className="flex flex-wrap gap-x-8 gap-y-3">
          <li className="flex items-center gap-2">
            <CalendarDays className="size-5" aria-hidden />
            {date.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' })}
          </li>
          <li className="flex items-center gap-2">
            <Clock className="size-5" aria-hidden /> {event.time}
          </li>
          <li className="flex items-center gap-2">
            <MapPin className="size-5" aria-hidden /> {event.place}
          </li>
        </ul>
      </div>
    </header>
  );
}
