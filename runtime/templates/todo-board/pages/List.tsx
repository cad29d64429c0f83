import { dayKey } from '@/components/blocks/data';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Task } from '@/entities/Task';

export default function List() {
  const open = { status: { $ne: 'Done' } };
  return (
    <Page title="All tasks">
      <DataFigures
        entity={Task}
        figures={[
          { label: 'Open', count: true, filter: open },
          { label: 'Overdue', count: true, filter: { ...open, due: { $lt: dayKey(new Date()) } } },
          { label: 'Done', count: true, filter: { status: 'Done' } },
        ]}
      />
      <DataTable entity={Task} columns={['title', 'status', 'priority', 'due', 'labels']} sort="due" form={{ columns: 2 }} />
    </Page>
  );
}
