import { useNavigate } from 'react-router-dom';
import { DataChart } from '@/components/blocks/chart';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Member } from '@/entities/Member';
import { createPageUrl } from '@/utils';

export default function Members() {
  const navigate = useNavigate();
  const active = { status: 'Active' };
  return (
    <Page title="Members">
      <DataFigures
        entity={Member}
        figures={[
          { label: 'Active', count: true, filter: active },
          { label: 'Youth', count: true, filter: { ...active, kind: 'Youth' } },
          { label: 'Joined this year', count: true, filter: { joined: { $gte: `${new Date().getFullYear()}-01-01` } } },
        ]}
      />
      <DataTable
        entity={Member}
        columns={['name', 'kind', 'status', 'joined', 'email', 'phone']}
        search={['name', 'email']}
        filters={['status', 'kind']}
        sort="name"
        form={{ columns: 2 }}
        onOpen={(row) => navigate(createPageUrl(`MemberDetails?id=${row.id}`))}
      />
      <DataChart entity={Member} title="Joined by year" by="joined" period="year" />
    </Page>
  );
}
