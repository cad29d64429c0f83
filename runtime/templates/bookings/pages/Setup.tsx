import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { BusyTime } from '@/entities/BusyTime';
import { OpeningHours } from '@/entities/OpeningHours';
import { Service } from '@/entities/Service';
import { Staff } from '@/entities/Staff';

export default function Setup() {
  return (
    <Page title="Setup" description="What people can book, with whom, and when.">
      <DataTable entity={Service} title="Services" columns={['name', 'description', 'minutes', 'price']} sort="name" />
      <DataTable entity={Staff} title="Staff" columns={['name', 'role', 'days']} sort="name" />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <DataTable entity={OpeningHours} title="Opening hours" columns={['day', 'opens', 'closes']} sort="createdAt" />
        <DataTable
          entity={BusyTime}
          title="Time off"
          description="Nobody can book these times."
          filter={{ appointment: null }}
          columns={['label', 'staff', 'start', 'minutes']}
          sort="start"
          form={{ fields: ['label', 'staff', 'start', 'minutes'], defaults: { label: 'Time off' } }}
        />
      </div>
    </Page>
  );
}
