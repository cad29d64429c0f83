import { useNavigate } from 'react-router-dom';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Customer } from '@/entities/Customer';
import { createPageUrl } from '@/utils';

export default function Customers() {
  const navigate = useNavigate();
  return (
    <Page title="Customers">
      <DataTable
        entity={Customer}
        columns={['name', 'contact', 'email', 'taxId']}
        search={['name', 'contact', 'email']}
        sort="name"
        form={{ columns: 2 }}
        onOpen={(row) => navigate(createPageUrl(`CustomerDetails?id=${row.id}`))}
      />
    </Page>
  );
}
