import { useState } from 'react';
import { dayKey, failureText } from '@/components/blocks/data';
import QuestionField from '@/components/QuestionField';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import type { Question } from '@/entities/Question';
import { Response } from '@/entities/Response';

/** All questions on one page. Sends all answers as one row, so that a response is complete or absent. */
export default function SurveyForm({ questions, onSent }: { questions: readonly Question[]; onSent: () => void }) {
  const [answers, setAnswers] = useState<Record<string, readonly string[]>>({});
  const [state, setState] = useState({ isChecked: false, isSending: false, failure: '' });
  const given = questions.flatMap(({ id }) => {
    const values = (answers[id] ?? []).map((value) => value.trim()).filter(Boolean);
    return values.length > 0 ? [{ question: id, values }] : [];
  });
  const isMissing = ({ id, isRequired }: Question) => isRequired === true && !given.some(({ question }) => question === id);
  const send = async () => {
    const missing = questions.find(isMissing);
    const isEmpty = missing === undefined && given.length === 0;
    const isSending = missing === undefined && !isEmpty;
    setState({ isChecked: true, isSending, failure: isEmpty ? 'Answer a question first.' : '' });
    if (missing) document.getElementById(missing.id)?.scrollIntoView({ block: 'center' });
    if (!isSending) return;
    try {
      await Response.create({ sentOn: dayKey(new Date()), answers: given });
      onSent();
    } catch (error) {
      setState({ isChecked: true, isSending: false, failure: failureText(error) });
    }
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          values={answers[question.id] ?? []}
          onChange={(values) => setAnswers({ ...answers, [question.id]: values })}
          isMissing={state.isChecked && isMissing(question)}
        />
      ))}
      {state.failure ? (
        <p role="alert" className="text-destructive text-sm">
          {state.failure}
        </p>
      ) : null}
      <div className="sticky bottom-20 flex items-center gap-4 rounded-xl border bg-card p-4 shadow-sm sm:bottom-4">
        <Progress value={given.length} max={questions.length} aria-label="Questions answered" />
        <span className="shrink-0 text-muted-foreground text-sm tabular-nums">
          {given.length} of {questions.length}
        </span>
        <Button type="submit" disabled={state.isSending}>
          Send answers
        </Button>
      </div>
    </form>
  );
}
