import { DataChart } from '@/components/blocks/chart';
import { dayKey, useRows } from '@/components/blocks/data';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import { RowStates } from '@/components/blocks/states';
import QuestionResult from '@/components/QuestionResult';
import { Question } from '@/entities/Question';
import { Response } from '@/entities/Response';

export default function Results() {
  const questions = useRows(Question, { sort: 'position' });
  const responses = useRows(Response, { limit: Number.POSITIVE_INFINITY, refresh: 15 });
  const lastWeek = { sentOn: { $gt: dayKey(new Date(Date.now() - 7 * 86_400_000)) } };
  return (
    <Page title="Results" description="Only you see this page. It follows new answers while it is open.">
      <DataFigures
        entity={Response}
        figures={[
          { label: 'Responses', count: true },
          { label: 'Last 7 days', count: true, filter: lastWeek },
          {
            label: 'Answers each',
            average: ({ answers }) => answers.length,
            format: (value) => `${value.toFixed(1)} of ${questions.rows.length}`,
          },
        ]}
      />
      <DataChart entity={Response} title="Responses by day" by="sentOn" period="day" type="area" />
      <RowStates
        entity={Response}
        rows={responses}
        empty={{ title: 'No responses yet', description: 'Send people the link to the survey.' }}
      >
        <div className="grid items-start gap-8 lg:grid-cols-2">
          {questions.rows.map((question) => (
            <QuestionResult key={question.id} question={question} responses={responses.rows} />
          ))}
        </div>
      </RowStates>
    </Page>
  );
}
