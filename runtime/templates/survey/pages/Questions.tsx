import { useRows } from '@/components/blocks/data';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Question } from '@/entities/Question';

export default function Questions() {
  const { rows } = useRows(Question, { sort: '-position', limit: 1 });
  return (
    <Page title="Questions" description="In the order in which they are asked. Answers that were given stay with their question.">
      <DataTable
        entity={Question}
        columns={['question', 'kind', 'options', 'isRequired', 'position']}
        sort="position"
        form={{ defaults: { position: (rows[0]?.position ?? 0) + 1 } }}
      />
    </Page>
  );
}
