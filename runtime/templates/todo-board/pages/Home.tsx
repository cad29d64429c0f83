import { DataBoard } from '@/components/blocks/board';
import { Page } from '@/components/blocks/page';
import { Task } from '@/entities/Task';

export default function Home() {
  return (
    <Page title="Board" description="Drag a card to the next column, or open it to change it." width="full">
      <DataBoard
        entity={Task}
        by="status"
        fields={['due', 'priority', 'labels']}
        search={['title', 'notes']}
        filters={['priority']}
        sort="due"
        form={{ columns: 2 }}
      />
    </Page>
  );
}
