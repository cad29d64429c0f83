import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import MovementHistory from '@/components/MovementHistory';
import StockLevel from '@/components/StockLevel';
import { Item } from '@/entities/Item';
import { createPageUrl } from '@/utils';

export default function ItemDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <DataDetail
      entity={Item}
      id={id}
      back={createPageUrl('Home')}
      fields={['sku', 'category', 'minimum', 'target', 'cost', 'supplier', 'location']}
      form={{ columns: 2 }}
      actions={(item) => (
        <span className="self-center text-lg">
          <StockLevel item={item} />
        </span>
      )}
      className="mx-auto max-w-4xl px-4 py-6 sm:px-6 sm:py-8"
    >
      {(item) => <MovementHistory item={item} />}
    </DataDetail>
  );
}
