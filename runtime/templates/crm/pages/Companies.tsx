import { useNavigate } from 'react-router-dom';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Company } from '@/entities/Company';
import { createPageUrl } from '@/utils';

export default function Companies() {
  const navigate = useNavigate();
  return (
    <Page title="Companies">
      <DataTable
        entity={Company}
        columns={['name', 'industry', 'city', 'website']}
        search={['name', 'city', 'notes']}
        filters={['industry']}
        sort="name"
        form={{ columns: 2 }}
        onOpen={(row) => navigate(createPageUrl(`CompanyDetails?id=${row.id}`))}
      />
    </Page>
  );
}
