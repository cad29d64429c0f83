import { useNavigate } from 'react-router-dom';
import { dayKey } from '@/components/blocks/data';
import { DataList } from '@/components/blocks/list';
import { Page } from '@/components/blocks/page';
import Noticeboard from '@/components/Noticeboard';
import { ClubEvent } from '@/entities/ClubEvent';
import { createPageUrl } from '@/utils';

export default function Home() {
  const navigate = useNavigate();
  return (
    <Page title="Noticeboard" description="What is new at the boathouse, and what comes next.">
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_22rem]">
        <Noticeboard />
        <DataList
          entity={ClubEvent}
          title="Next events"
          filter={{ start: { $gte: dayKey(new Date()) } }}
          sort="start"
          fields={['start', 'place']}
          limit={6}
          canAdd={false}
          onOpen={(row) => navigate(createPageUrl(`EventDetails?id=${row.id}`))}
        />
      </div>
    </Page>
  );
}
