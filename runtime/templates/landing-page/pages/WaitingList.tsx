import { DataChart } from '@/components/blocks/chart';
import { dayKey } from '@/components/blocks/data';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { SignUp } from '@/entities/SignUp';

export default function WaitingList() {
  const lastWeek = { joinedOn: { $gt: dayKey(new Date(Date.now() - 7 * 86_400_000)) } };
  return (
    <Page title="Waiting list" description="Only you see this page.">
      <DataFigures
        entity={SignUp}
        figures={[
          { label: 'People', count: true },
          { label: 'Last 7 days', count: true, filter: lastWeek },
          { label: 'Invited', count: true, filter: { isInvited: true } },
        ]}
      />
      <DataChart entity={SignUp} title="By day" by="joinedOn" period="day" />
      <DataTable entity={SignUp} columns={['email', 'joinedOn', 'isInvited']} search={['email']} filters={['isInvited']} sort="-joinedOn" />
    </Page>
  );
}
