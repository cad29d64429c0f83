import { useRows } from '@/components/blocks/data';
import { useEditor } from '@/components/blocks/editor';
import { AddButton, Section } from '@/components/blocks/page';
import { RowStates } from '@/components/blocks/states';
import EventHeader from '@/components/EventHeader';
import Programme from '@/components/Programme';
import ReplyCard from '@/components/ReplyCard';
import { Event } from '@/entities/Event';

export default function Home() {
  const events = useRows(Event, { limit: 1 });
  const editor = useEditor(Event, { columns: 2 });
  const [event] = events.rows;
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-6 sm:py-10">
      <RowStates entity={Event} rows={events} add={<AddButton noun="event" editor={editor} />} empty={{ title: 'No event yet' }}>
        {event ? (
          <div className="grid gap-10">
            <EventHeader event={event} onEdit={events.access.canChange(event) ? () => editor.open(event) : undefined} />
            <div className="grid items-start gap-10 lg:grid-cols-[1fr_24rem]">
              <div className="grid gap-10">
                <p className="max-w-prose whitespace-pre-line text-lg leading-relaxed">{event.description}</p>
                <Programme />
                <Section title="How to get there">
                  <p>{event.address}</p>
                  {event.map ? (
                    <a href={event.map} target="_blank" rel="noreferrer" className="w-fit text-primary underline underline-offset-4">
                      Open the map
                    </a>
                  ) : null}
                </Section>
                {event.goodToKnow ? (
                  <Section title="Good to know">
                    <p className="max-w-prose whitespace-pre-line text-muted-foreground">{event.goodToKnow}</p>
                  </Section>
                ) : null}
              </div>
              <ReplyCard event={event} />
            </div>
          </div>
        ) : null}
      </RowStates>
      {editor.dialog}
    </div>
  );
}
