import { CircleHelp, CircleX, MailOpen, Users } from 'lucide-react';
import { DataChart } from '@/components/blocks/chart';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Reply } from '@/entities/Reply';

export default function Guests() {
  const going = { answer: 'Going' };
  return (
    <Page title="Guests" description="Only you see this page.">
      <DataFigures
        entity={Reply}
        figures={[
          { label: 'People who come', sum: 'people', filter: going, icon: Users },
          { label: 'Maybe', sum: 'people', filter: { answer: 'Maybe' }, icon: CircleHelp },
          { label: 'Not going', count: true, filter: { answer: 'Not going' }, icon: CircleX },
          { label: 'Replies', count: true, icon: MailOpen },
        ]}
      />
      <DataTable
        entity={Reply}
        title="Replies"
        columns={[
          'name',
          { name: 'answer', label: 'Answer' },
          { name: 'people', label: 'People' },
          'diet',
          'email',
          { name: 'message', label: 'Message' },
        ]}
        search={['name', 'email', 'message']}
        filters={['answer']}
      />
      <DataChart entity={Reply} title="Diets of those who come" by="diet" filter={{ ...going, diet: { $exists: true } }} />
    </Page>
  );
}
