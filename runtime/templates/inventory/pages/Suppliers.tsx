import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Supplier } from '@/entities/Supplier';

export default function Suppliers() {
  return (
    <Page title="Suppliers">
      <DataTable
        entity={Supplier}
        columns={['name', 'contact', 'email', 'phone', 'leadDays']}
        search={['name', 'contact', 'notes']}
        sort="name"
        form={{ columns: 2 }}
      />
    </Page>
  );
}
