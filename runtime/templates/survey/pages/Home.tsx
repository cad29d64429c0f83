import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { useRows } from '@/components/blocks/data';
import { Page } from '@/components/blocks/page';
import { EmptyState, RowStates } from '@/components/blocks/states';
import SurveyForm from '@/components/SurveyForm';
import { Button } from '@/components/ui/button';
import { Question } from '@/entities/Question';

export default function Home() {
  const questions = useRows(Question, { sort: 'position' });
  const [isSent, setSent] = useState(false);
  return (
    <Page
      title="How was your year with us?"
      description="A few questions, no account needed. Only the team reads your answers."
      width="narrow"
    >
      {isSent ? (
        <div role="status" className="rounded-xl border bg-card">
          <EmptyState
            icon={CircleCheckBig}
            title="Thank you, your answers have arrived"
            action={
              <Button variant="outline" onClick={() => setSent(false)}>
                Answer once more
              </Button>
            }
          />
        </div>
      ) : (
        <RowStates entity={Question} rows={questions}>
          <SurveyForm questions={questions.rows} onSent={() => setSent(true)} />
        </RowStates>
      )}
    </Page>
  );
}
