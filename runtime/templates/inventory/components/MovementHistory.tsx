import { DataList } from '@/components/blocks/list';
import type { Item } from '@/entities/Item';
import { Movement } from '@/entities/Movement';
import { changeOf, today } from '@/services/stock';

/** The stock movements of an item. */
export default function MovementHistory({ item }: { item: Item }) {
  return (
    <DataList
      entity={Movement}
      title="Movements"
      filter={{ item: item.id }}
      sort="-date"
      fields={['date', 'kind']}
      aside={(row) => (
        <span className={`tabular-nums ${changeOf(row) > 0 ? 'font-medium text-primary' : ''}`}>
          {changeOf(row).toLocaleString(undefined, { signDisplay: 'exceptZero' })} {item.unit}
        </span>
      )}
      form={{ columns: 2, defaults: { item: item.id, date: today() } }}
      empty={{ title: 'Nothing booked yet', description: 'Begin with a correction that says how many there are.' }}
    />
  );
}
