import { DataFigures } from '@/components/blocks/figures';
import { DataList } from '@/components/blocks/list';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Idea } from '@/entities/Idea';
import { Order } from '@/entities/Order';
import { Person } from '@/entities/Person';

export default function Home() {
  return (
    <Page title="Orders" description="All that the blocks can be, in one app.">
      <DataFigures
        entity={Order}
        figures={[
          { label: 'Orders', count: true },
          { label: 'Worth', sum: 'total', filter: { status: { $ne: 'Cancelled' } } },
          { label: 'Average', average: 'total' },
          { label: 'Largest', max: 'total', hint: 'This year' },
        ]}
      />
      <DataTable
        entity={Order}
        title="All orders"
        columns={['title', 'customer', 'status', 'due', 'stars', { name: 'total', label: 'Sum' }]}
        search={['title', 'notes']}
        filters={['status', 'customer', 'isPaid']}
        form={{ columns: 2 }}
      />
      <DataList entity={Person} title="People" fields={['email']} />
      <DataList entity={Idea} title="Ideas" empty={{ description: 'Write down the first one before it is gone.' }} />
    </Page>
  );
}
