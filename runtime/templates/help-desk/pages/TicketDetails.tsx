import { useLocation } from 'react-router-dom';
import AgentNotes from '@/components/AgentNotes';
import { DataDetail } from '@/components/blocks/detail';
import Conversation from '@/components/Conversation';
import { Ticket } from '@/entities/Ticket';
import { useIsAgent } from '@/services/tickets';
import { createPageUrl } from '@/utils';

export default function TicketDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  const isAgent = useIsAgent();
  return (
    <DataDetail
      entity={Ticket}
      id={id}
      back={createPageUrl(isAgent ? 'Desk' : 'MyTickets')}
      fields={isAgent ? ['status', 'priority', 'topic', 'agent', 'email', 'createdAt'] : ['status', 'topic', 'createdAt']}
      canEdit={isAgent}
      form={{ columns: 2, fields: ['status', 'priority', 'topic', 'agent', 'subject', 'requester', 'email'] }}
      className="mx-auto max-w-3xl px-4 py-6 sm:px-6 sm:py-8"
    >
      {(ticket) => (
        <>
          <Conversation ticket={ticket} />
          {isAgent ? <AgentNotes ticket={ticket} /> : null}
        </>
      )}
    </DataDetail>
  );
}
