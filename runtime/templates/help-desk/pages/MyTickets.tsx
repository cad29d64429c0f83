import { useNavigate } from 'react-router-dom';
import { useUser } from '@/auth';
import { DataList } from '@/components/blocks/list';
import { Page } from '@/components/blocks/page';
import { Ticket } from '@/entities/Ticket';
import { createPageUrl } from '@/utils';

export default function MyTickets() {
  const navigate = useNavigate();
  const { user } = useUser();
  return (
    <Page title="My tickets" description="What you asked while you were logged in, and where it stands." width="narrow">
      <DataList
        entity={Ticket}
        // Agents may read all tickets; this page shows their own.
        filter={{ creatorId: user?.id ?? '' }}
        fields={['topic', 'createdAt']}
        aside="status"
        canAdd={false}
        onOpen={(row) => navigate(createPageUrl(`TicketDetails?id=${row.id}`))}
        empty={{ title: 'You have not asked anything yet', description: 'Ask on the page “Help” while you are logged in.' }}
      />
    </Page>
  );
}
