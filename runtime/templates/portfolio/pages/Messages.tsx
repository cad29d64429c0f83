import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Message } from '@/entities/Message';

export default function Messages() {
  return (
    <Page title="Messages" description="From the contact form. Only you see this page.">
      <DataFigures
        entity={Message}
        figures={[
          { label: 'To answer', count: true, filter: { isAnswered: { $ne: true } } },
          { label: 'All messages', count: true },
        ]}
      />
      <DataTable
        entity={Message}
        columns={['name', 'message', 'email', 'createdAt', 'isAnswered']}
        search={['name', 'email', 'message']}
        filters={['isAnswered']}
        canAdd={false}
      />
    </Page>
  );
}
