import { DataChart } from '@/components/blocks/chart';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Movement } from '@/entities/Movement';
import { today } from '@/services/stock';

export default function Movements() {
  return (
    <Page title="Movements" description="Everything that came in, went out or was corrected.">
      <DataTable
        entity={Movement}
        columns={['reason', 'item', 'kind', 'date', 'quantity']}
        search={['reason']}
        filters={['kind', 'item']}
        sort="-date"
        form={{ columns: 2, defaults: { date: today() } }}
      />
      <DataChart entity={Movement} title="Movements by week" by="date" period="week" />
    </Page>
  );
}
