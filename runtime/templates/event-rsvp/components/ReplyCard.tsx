import { MailCheck } from 'lucide-react';
import { formatDate } from '@/components/blocks/data';
import { DataForm } from '@/components/blocks/form';
import { EmptyState } from '@/components/blocks/states';
import type { Event } from '@/entities/Event';
import { Reply } from '@/entities/Reply';

/** Visitors reply without an account. Only the hosts read the replies. */
export default function ReplyCard({ event }: { event: Event }) {
  return (
    <section className="rounded-2xl border bg-card p-5 sm:p-6">
      <DataForm
        entity={Reply}
        title="Will you join us?"
        description={
          event.replyBy ? `Please reply by ${formatDate(event.replyBy)}. Only the hosts see your reply.` : 'Only the hosts see your reply.'
        }
        submitLabel="Send reply"
        thanks={
          <EmptyState
            icon={MailCheck}
            title="Thank you, your reply has arrived"
            description="Plans change? Reply again: the hosts see both."
          />
        }
      />
    </section>
  );
}
