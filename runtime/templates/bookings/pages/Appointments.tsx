import { DataChart } from '@/components/blocks/chart';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Appointment } from '@/entities/Appointment';

export default function Appointments() {
  const now = new Date();
  const day = (offset: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).toISOString();
  const confirmed = { status: 'Confirmed' };
  return (
    <Page title="Appointments">
      <DataFigures
        entity={Appointment}
        figures={[
          { label: 'Requests', count: true, filter: { status: 'Requested' } },
          { label: 'Today', count: true, filter: { ...confirmed, start: { $gte: day(0), $lt: day(1) } } },
          { label: 'Next 7 days', count: true, filter: { ...confirmed, start: { $gte: day(1), $lt: day(8) } } },
          { label: 'No shows', count: true, filter: { status: 'No show', start: { $gte: day(-30) } }, hint: 'In the last 30 days' },
        ]}
      />
      <DataTable
        entity={Appointment}
        columns={['name', 'service', 'staff', 'start', 'status', 'phone']}
        search={['name', 'email', 'phone']}
        filters={['status', 'staff', 'service']}
        sort="-start"
        form={{ columns: 2, defaults: { status: 'Confirmed' } }}
      />
      <DataChart entity={Appointment} title="Done by service" by="service" filter={{ status: 'Done' }} />
    </Page>
  );
}
