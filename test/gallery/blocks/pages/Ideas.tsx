import { DataChart } from '@/components/blocks/chart';
import { Page } from '@/components/blocks/page';
import { Idea } from '@/entities/Idea';

export default function Ideas() {
  return (
    <Page title="Ideas">
      <DataChart entity={Idea} by="createdAt" />
    </Page>
  );
}
