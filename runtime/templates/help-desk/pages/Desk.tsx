import { useNavigate } from 'react-router-dom';
import { DataBoard } from '@/components/blocks/board';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { Ticket } from '@/entities/Ticket';
import { OPEN } from '@/services/tickets';
import { createPageUrl } from '@/utils';

export default function Desk() {
  const navigate = useNavigate();
  return (
    <Page title="Desk" width="full">
      <DataFigures
        entity={Ticket}
        refresh={30}
        figures={[
          { label: 'New', count: true, filter: { status: 'New' } },
          { label: 'Open', count: true, filter: OPEN },
          { label: 'Urgent', count: true, filter: { ...OPEN, priority: 'Urgent' } },
          { label: 'Without an agent', count: true, filter: { ...OPEN, agent: null } },
        ]}
      />
      <DataBoard
        entity={Ticket}
        by="status"
        fields={['priority', 'topic', 'agent', 'createdAt']}
        search={['subject', 'message', 'requester', 'email']}
        filters={['priority', 'topic', 'agent']}
        sort="createdAt"
        refresh={30}
        form={{ columns: 2, fields: ['subject', 'message', 'topic', 'requester', 'email', 'status', 'priority', 'agent'] }}
        onOpen={(row) => navigate(createPageUrl(`TicketDetails?id=${row.id}`))}
      />
    </Page>
  );
}
