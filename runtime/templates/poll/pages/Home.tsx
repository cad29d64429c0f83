import { useRows } from '@/components/blocks/data';
import { useEditor } from '@/components/blocks/editor';
import { AddButton, Page } from '@/components/blocks/page';
import { RowStates } from '@/components/blocks/states';
import PollCard from '@/components/PollCard';
import { Poll } from '@/entities/Poll';

export default function Home() {
  const polls = useRows(Poll);
  const editor = useEditor(Poll);
  const { canAdd, canChange } = polls.access;
  const add = canAdd ? <AddButton noun="poll" editor={editor} /> : null;
  return (
    <Page
      title="Have your say"
      description="Vote without an account, one vote a browser. Everyone sees the results."
      actions={add}
      width="narrow"
    >
      <RowStates entity={Poll} rows={polls} add={add}>
        <div className="grid gap-6">
          {polls.rows.map((poll) => (
            <PollCard key={poll.id} poll={poll} onEdit={canChange(poll) ? () => editor.open(poll) : undefined} />
          ))}
        </div>
      </RowStates>
      {editor.dialog}
    </Page>
  );
}
