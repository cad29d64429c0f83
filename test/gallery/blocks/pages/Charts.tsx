import { DataChart } from '@/components/blocks/chart';
import { Page } from '@/components/blocks/page';
import { Idea } from '@/entities/Idea';
import { Order } from '@/entities/Order';

export default function Charts() {
  return (
    <Page title="Charts">
      <div className="grid gap-8 md:grid-cols-2">
        <DataChart entity={Order} title="By status" by="status" />
        <DataChart entity={Order} title="Worth by customer" by="customer" value="total" type="pie" />
        <DataChart entity={Order} title="Worth by day" by="due" value="total" type="line" period="day" />
        <DataChart entity={Order} title="By month" by="createdAt" type="area" />
      </div>
      <DataChart entity={Idea} title="Ideas by month" by="createdAt" />
    </Page>
  );
}
