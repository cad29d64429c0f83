import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import FeeTable from '@/components/FeeTable';
import { Button } from '@/components/ui/button';
import { Fee } from '@/entities/Fee';
import { OPEN, OVERDUE, useYearlyFees } from '@/services/fees';

export default function Fees() {
  const yearly = useYearlyFees();
  const chargeAll = (
    <Button variant="outline" disabled={yearly.isCharging} onClick={() => void yearly.charge().catch(() => {})}>
      Charge {yearly.title} ({yearly.count})
    </Button>
  );
  return (
    <Page title="Fees">
      <DataFigures
        entity={Fee}
        figures={[
          { label: 'Open', sum: 'amount', filter: OPEN },
          { label: 'Overdue', sum: 'amount', filter: OVERDUE() },
          { label: 'Paid this year', sum: 'amount', filter: { paidOn: { $gte: `${new Date().getFullYear()}-01-01` } } },
        ]}
      />
      <FeeTable actions={yearly.count > 0 ? chargeAll : null} />
    </Page>
  );
}
