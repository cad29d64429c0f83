import { useNavigate } from 'react-router-dom';
import { DataCalendar } from '@/components/blocks/calendar';
import { Page } from '@/components/blocks/page';
import { ClubEvent } from '@/entities/ClubEvent';
import { createPageUrl } from '@/utils';

export default function Events() {
  const navigate = useNavigate();
  return (
    <Page title="Events">
      <DataCalendar
        entity={ClubEvent}
        date="start"
        colorBy="kind"
        filters={['kind']}
        form={{ columns: 2 }}
        onOpen={(row) => navigate(createPageUrl(`EventDetails?id=${row.id}`))}
      />
    </Page>
  );
}
