import { DataList } from '@/components/blocks/list';
import { Answer } from '@/entities/Answer';

/** Frequent questions; each expands to its answer. */
export default function AnswerList() {
  return (
    <DataList
      entity={Answer}
      title="Common questions"
      search={['question', 'text']}
      filters={['topic']}
      sort="question"
      canAdd={false}
      renderRow={({ question, text }) => (
        <details className="group text-sm">
          <summary className="cursor-pointer rounded-sm font-medium outline-none focus-visible:ring-[3px] focus-visible:ring-ring/40">
            {question}
          </summary>
          <p className="mt-2 whitespace-pre-line text-muted-foreground">{text}</p>
        </details>
      )}
    />
  );
}
