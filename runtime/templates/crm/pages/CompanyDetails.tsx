import { useLocation, useNavigate } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import { DataList } from '@/components/blocks/list';
import DealList from '@/components/DealList';
import { Company } from '@/entities/Company';
import { Contact } from '@/entities/Contact';
import { createPageUrl } from '@/utils';

export default function CompanyDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  const navigate = useNavigate();
  return (
    <DataDetail
      entity={Company}
      id={id}
      back={createPageUrl('Companies')}
      form={{ columns: 2 }}
      className="mx-auto max-w-4xl px-4 py-6 sm:px-6 sm:py-8"
    >
      {(company) => (
        <>
          <DataList
            entity={Contact}
            title="People"
            filter={{ company: company.id }}
            sort="name"
            fields={['role', 'email']}
            form={{ columns: 2, defaults: { company: company.id } }}
            onOpen={(row) => navigate(createPageUrl(`ContactDetails?id=${row.id}`))}
          />
          <DealList of="company" id={company.id} />
        </>
      )}
    </DataDetail>
  );
}
