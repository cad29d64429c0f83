import { DataList } from '@/components/blocks/list';
import { Deal } from '@/entities/Deal';

/** The deals of one contact or one company. */
export default function DealList({ of, id }: { of: 'contact' | 'company'; id: string }) {
  return (
    <DataList
      entity={Deal}
      title="Deals"
      filter={{ [of]: id }}
      sort="closeDate"
      fields={['stage', 'closeDate']}
      aside="value"
      form={{ columns: 2, defaults: { [of]: id } }}
    />
  );
}
