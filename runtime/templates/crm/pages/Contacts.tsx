import { useNavigate } from 'react-router-dom';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Contact } from '@/entities/Contact';
import { createPageUrl } from '@/utils';

export default function Contacts() {
  const navigate = useNavigate();
  return (
    <Page title="Contacts">
      <DataTable
        entity={Contact}
        columns={['name', 'company', 'role', 'email', 'phone']}
        search={['name', 'email', 'notes']}
        filters={['company']}
        sort="name"
        form={{ columns: 2 }}
        onOpen={(row) => navigate(createPageUrl(`ContactDetails?id=${row.id}`))}
      />
    </Page>
  );
}
