import { DataChart } from '@/components/blocks/chart';
import { dayKey } from '@/components/blocks/data';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Expense } from '@/entities/Expense';

export default function Home() {
  const now = new Date();
  const thisMonth = { date: { $gte: dayKey(new Date(now.getFullYear(), now.getMonth(), 1)) } };
  const thisYear = { date: { $gte: dayKey(new Date(now.getFullYear(), 0, 1)) } };
  return (
    <Page title="Expenses">
      <DataFigures
        entity={Expense}
        figures={[
          { label: 'This month', sum: 'amount', filter: thisMonth },
          { label: 'This year', sum: 'amount', filter: thisYear },
          { label: 'Average', average: 'amount', filter: thisYear },
        ]}
      />
      <div className="grid gap-8 lg:grid-cols-2">
        <DataChart entity={Expense} title="By month" by="date" period="month" value="amount" filter={thisYear} />
        <DataChart entity={Expense} title="By category" by="category" value="amount" type="pie" filter={thisYear} />
      </div>
      <DataTable
        entity={Expense}
        columns={['title', 'category', 'date', 'amount']}
        search={['title', 'notes']}
        filters={['category', 'paidBy']}
        sort="-date"
        form={{ columns: 2 }}
      />
    </Page>
  );
}
