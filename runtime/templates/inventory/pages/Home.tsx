import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import ItemTable from '@/components/ItemTable';
import StockLevel from '@/components/StockLevel';
import { Item } from '@/entities/Item';
import { money, useStock } from '@/services/stock';

export default function Home() {
  const { levelOf, isLow } = useStock();
  return (
    <Page title="Stock">
      <DataFigures
        entity={Item}
        figures={[
          { label: 'Items', count: true },
          { label: 'Below minimum', sum: (item) => (isLow(item) ? 1 : 0) },
          { label: 'Stock value', sum: (item) => levelOf(item) * (item.cost ?? 0), format: money, hint: 'At cost' },
        ]}
      />
      <ItemTable
        columns={[
          'name',
          'sku',
          'category',
          'location',
          { name: 'minimum', label: 'Minimum', align: 'right' },
          { name: 'stock', label: 'In stock', align: 'right', render: (row) => <StockLevel item={row} /> },
        ]}
        search={['name', 'sku', 'location']}
        filters={['category', 'supplier']}
      />
    </Page>
  );
}
