import { DataChart } from '@/components/blocks/chart';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Agent } from '@/entities/Agent';
import { Answer } from '@/entities/Answer';
import { Ticket } from '@/entities/Ticket';

export default function Answers() {
  return (
    <Page title="Answers and agents" description="What is asked often deserves an answer that everyone can read.">
      <DataTable
        entity={Answer}
        title="Answers"
        columns={['question', 'topic', 'updatedAt']}
        search={['question', 'text']}
        sort="question"
      />
      <DataChart entity={Ticket} title="Tickets by topic" by="topic" />
      <DataTable entity={Agent} title="Agents" columns={['name', 'email']} sort="name" />
    </Page>
  );
}
