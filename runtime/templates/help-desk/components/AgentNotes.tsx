import { Mail } from 'lucide-react';
import { DataList } from '@/components/blocks/list';
import { Button } from '@/components/ui/button';
import { Note } from '@/entities/Note';
import type { Ticket } from '@/entities/Ticket';

/** Internal notes of agents, and a mail link for customers without an account. */
export default function AgentNotes({ ticket }: { ticket: Ticket }) {
  const subject = encodeURIComponent(`Re: ${ticket.subject}`);
  return (
    <>
      {ticket.creatorId === null ? (
        <div className="flex flex-wrap items-center gap-3 rounded-xl border p-4 text-sm">
          <p className="min-w-0 flex-1">{ticket.requester} asked without an account and cannot read replies here. Answer by email.</p>
          <Button variant="outline" asChild>
            <a href={`mailto:${ticket.email}?subject=${subject}`}>
              <Mail /> Write an email
            </a>
          </Button>
        </div>
      ) : null}
      <DataList
        entity={Note}
        title="Notes for agents"
        filter={{ ticket: ticket.id }}
        fields={['createdAt']}
        form={{ fields: ['text'], defaults: { ticket: ticket.id } }}
        empty={{ title: 'No notes', description: 'Customers never see what agents write here.' }}
      />
    </>
  );
}
