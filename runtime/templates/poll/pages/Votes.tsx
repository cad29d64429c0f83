import { useAccess } from '@/components/blocks/data';
import { Page } from '@/components/blocks/page';
import { NoAccess } from '@/components/blocks/states';
import { DataTable } from '@/components/blocks/table';
import { Poll } from '@/entities/Poll';
import { Vote } from '@/entities/Vote';

export default function Votes() {
  const { canAdd, isVisitor } = useAccess(Poll);
  return (
    <Page title="Votes" description="Each vote as it came in. Open one to delete it.">
      {canAdd ? (
        <DataTable entity={Vote} columns={['option', 'poll', 'createdAt']} filters={['poll']} canAdd={false} />
      ) : (
        <NoAccess many="votes" isVisitor={isVisitor} />
      )}
    </Page>
  );
}
