import { DataBoard } from '@/components/blocks/board';
import { dayKey, formatMoney } from '@/components/blocks/data';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import DealCard from '@/components/DealCard';
import { Deal } from '@/entities/Deal';
import { expectedValue, OPEN_DEALS } from '@/services/forecast';

export default function Home() {
  const now = new Date();
  const thisYear = { closeDate: { $gte: dayKey(new Date(now.getFullYear(), 0, 1)) } };
  const decided = { stage: { $in: ['Won', 'Lost'] }, ...thisYear };
  return (
    <Page title="Pipeline" width="full">
      <DataFigures
        entity={Deal}
        figures={[
          { label: 'Open deals', sum: 'value', filter: OPEN_DEALS, hint: 'Value of all open deals' },
          { label: 'Forecast', sum: expectedValue, filter: OPEN_DEALS, format: euros, hint: 'Weighted by stage' },
          { label: 'Won this year', sum: 'value', filter: { stage: 'Won', ...thisYear }, hint: 'By close date' },
          {
            label: 'Win rate',
            average: (deal) => (deal.stage === 'Won' ? 100 : 0),
            filter: decided,
            format: percent,
            hint: 'Of deals decided this year',
          },
        ]}
      />
      <DataBoard
        entity={Deal}
        by="stage"
        total="value"
        renderCard={(deal) => <DealCard deal={deal} />}
        search={['title', 'notes']}
        filters={['source', 'company']}
        sort="closeDate"
        form={{ columns: 2 }}
      />
    </Page>
  );
}

const euros = (value: number) => formatMoney(Math.round(value), 'EUR');
const percent = (value: number) => `${Math.round(value)} %`;
