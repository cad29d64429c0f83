import { DataChart } from '@/components/blocks/chart';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import InvoiceTable from '@/components/InvoiceTable';
import { Invoice } from '@/entities/Invoice';
import { OVERDUE, roundMoney, totalOf } from '@/services/totals';

export default function Home() {
  const thisYear = { issued: { $gte: `${new Date().getFullYear()}-01-01` } };
  return (
    <Page title="Invoices">
      <DataFigures
        entity={Invoice}
        figures={[
          { label: 'Outstanding', sum: totalOf, filter: { status: 'Sent' }, format: roundMoney, hint: 'Sent and not paid yet' },
          { label: 'Overdue', sum: totalOf, filter: OVERDUE(), format: roundMoney, hint: 'Past the due date' },
          { label: 'Paid', sum: totalOf, filter: { status: 'Paid', ...thisYear }, format: roundMoney, hint: 'Of this year’s invoices' },
          { label: 'Drafts', count: true, filter: { status: 'Draft' }, hint: 'Not sent yet' },
        ]}
      />
      <InvoiceTable />
      <DataChart
        entity={Invoice}
        title="Invoiced by month"
        description="With tax, drafts left out"
        by="issued"
        value={totalOf}
        format={roundMoney}
        filter={{ status: { $ne: 'Draft' } }}
      />
    </Page>
  );
}
