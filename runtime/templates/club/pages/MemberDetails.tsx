import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import { DataFigures } from '@/components/blocks/figures';
import FeeTable from '@/components/FeeTable';
import { Attendance } from '@/entities/Attendance';
import { Member } from '@/entities/Member';
import { createPageUrl } from '@/utils';

export default function MemberDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  const aYearAgo = new Date();
  aYearAgo.setFullYear(aYearAgo.getFullYear() - 1);
  const lastYear = { createdAt: { $gte: aYearAgo.toISOString().slice(0, 10) } };
  return (
    <DataDetail
      entity={Member}
      id={id}
      back={createPageUrl('Members')}
      form={{ columns: 2 }}
      className="mx-auto max-w-4xl px-4 py-6 sm:px-6 sm:py-8"
    >
      {(member) => (
        <>
          <DataFigures
            entity={Attendance}
            filter={{ member: member.id }}
            figures={[
              { label: 'Events attended', count: true },
              { label: 'In the last 12 months', count: true, filter: lastYear },
            ]}
          />
          <FeeTable title="Fees" filter={{ member: member.id }} defaults={{ member: member.id }} />
        </>
      )}
    </DataDetail>
  );
}
