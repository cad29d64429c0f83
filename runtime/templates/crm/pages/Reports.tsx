import { DataChart } from '@/components/blocks/chart';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Deal } from '@/entities/Deal';
import { OPEN_DEALS } from '@/services/forecast';

export default function Reports() {
  const won = { stage: 'Won' };
  return (
    <Page title="Reports">
      <DataChart entity={Deal} title="Won by month" by="closeDate" period="month" value="value" filter={won} />
      <div className="grid gap-8 lg:grid-cols-2">
        <DataChart entity={Deal} title="Open deals by stage" by="stage" value="value" filter={OPEN_DEALS} />
        <DataChart entity={Deal} title="Where won deals came from" by="source" value="value" type="pie" filter={won} />
      </div>
      <DataTable
        entity={Deal}
        title="Closing next"
        columns={['title', 'company', 'stage', 'closeDate', 'value']}
        filter={OPEN_DEALS}
        sort="closeDate"
        canAdd={false}
        form={{ columns: 2 }}
      />
    </Page>
  );
}
