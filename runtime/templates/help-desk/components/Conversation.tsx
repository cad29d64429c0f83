import { useState } from 'react';
import { formatDate, formatTime, useRowChanges } from '@/components/blocks/data';
import { Section } from '@/components/blocks/page';
import { Button } from '@/components/ui/button';
import { Label } from '@/components/ui/label';
import { Textarea } from '@/components/ui/textarea';
import { Ticket } from '@/entities/Ticket';
import { useIsAgent, useReply } from '@/services/tickets';

/** The message of a ticket, its replies, and the box for the next one. */
export default function Conversation({ ticket }: { ticket: Ticket }) {
  const first = { from: 'Customer', name: ticket.requester, text: ticket.message, at: ticket.createdAt };
  return (
    <Section title="Conversation">
      <ol className="grid gap-3">
        {[first, ...(ticket.replies ?? [])].map(({ from, name, text, at }) => (
          <li
            key={at}
            className={`max-w-[85%] rounded-xl border p-4 text-sm ${from === 'Agent' ? 'justify-self-end bg-primary/8' : 'bg-card'}`}
          >
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium">{name ?? from}</span>
              <span className="text-muted-foreground">
                {formatDate(at)}, {formatTime(at)}
              </span>
            </p>
            <p className="wrap-anywhere mt-1 whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
      <ReplyBox ticket={ticket} />
    </Section>
  );
}

function ReplyBox({ ticket }: { ticket: Ticket }) {
  const [text, setText] = useState('');
  const reply = useReply();
  const { update } = useRowChanges(Ticket);
  const isAgent = useIsAgent();
  const send = async () => {
    await reply(ticket, text.trim());
    setText('');
  };
  return (
    <div className="grid gap-2">
      <Label htmlFor="reply">{isAgent ? `Reply to ${ticket.requester}` : 'Your reply'}</Label>
      <Textarea id="reply" rows={4} value={text} onChange={(event) => setText(event.target.value)} />
      <div className="flex flex-wrap justify-end gap-2">
        {ticket.status === 'Solved' ? null : (
          <Button variant="outline" onClick={() => update(ticket, { status: 'Solved' })}>
            Mark as solved
          </Button>
        )}
        <Button disabled={text.trim() === ''} onClick={() => void send().catch(() => {})}>
          Reply
        </Button>
      </div>
    </div>
  );
}
