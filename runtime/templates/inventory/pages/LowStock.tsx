import { PackageCheck } from 'lucide-react';
import { useRows } from '@/components/blocks/data';
import { Page } from '@/components/blocks/page';
import ItemTable from '@/components/ItemTable';
import StockLevel from '@/components/StockLevel';
import { Item } from '@/entities/Item';
import { useStock } from '@/services/stock';

export default function LowStock() {
  const { isLow, missing } = useStock();
  const items = useRows(Item, { limit: Number.POSITIVE_INFINITY }).rows;
  return (
    <Page title="To order" description="Items below their minimum, and how many bring each back to where it should be.">
      <ItemTable
        filter={{ id: { $in: items.filter(isLow).map(({ id }) => id) } }}
        columns={[
          'name',
          'supplier',
          { name: 'stock', label: 'In stock', align: 'right', render: (row) => <StockLevel item={row} /> },
          {
            name: 'order',
            label: 'Order',
            align: 'right',
            render: (row) => <strong>{`${missing(row).toLocaleString()} ${row.unit}`}</strong>,
          },
        ]}
        filters={['supplier']}
        sort="supplier"
        canAdd={false}
        empty={{ icon: PackageCheck, title: 'Nothing to order', description: 'Every item is at its minimum or above.' }}
      />
    </Page>
  );
}
