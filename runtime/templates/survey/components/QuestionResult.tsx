import { Section } from '@/components/blocks/page';
import { choicesOf } from '@/components/choices';
import type { Question } from '@/entities/Question';
import type { Response } from '@/entities/Response';

const MAX_TEXTS = 50;

/** The answers to one question: bars for choices, the newest answers for texts. */
export default function QuestionResult({ question, responses }: { question: Question; responses: readonly Response[] }) {
  const given = responses.flatMap(({ answers }) => answers.filter((answer) => answer.question === question.id));
  const values = given.flatMap((answer) => answer.values);
  // Include answers with renamed or removed options.
  const choices = choicesOf(question);
  const listed = choices.length > 0 ? [...new Set([...choices, ...values])] : [];
  const average = values.reduce((sum, value) => sum + Number(value), 0) / values.length;
  const count = `${given.length} ${given.length === 1 ? 'answer' : 'answers'}${values.length > MAX_TEXTS && listed.length === 0 ? ', the newest of them' : ''}`;
  return (
    <Section
      title={question.question}
      description={question.kind === 'Scale' && given.length > 0 ? `${count}, on average ${average.toFixed(1)} of 5` : count}
      isCard
    >
      {given.length === 0 ? (
        <p className="p-5 text-muted-foreground text-sm">No answers yet.</p>
      ) : listed.length > 0 ? (
        <ul className="grid gap-3 p-5">
          {listed.map((choice) => {
            const chosen = values.filter((value) => value === choice).length;
            const share = Math.round((chosen / given.length) * 100);
            return (
              <li key={choice} className="grid gap-1.5 text-sm">
                <div className="flex justify-between gap-4">
                  <span>{choice}</span>
                  <span className="shrink-0 text-muted-foreground tabular-nums">
                    {chosen} · {share} %
                  </span>
                </div>
                <div className="h-2.5 overflow-hidden rounded-full bg-muted" aria-hidden>
                  <div className="h-full rounded-full bg-primary" style={{ width: `${share}%` }} />
                </div>
              </li>
            );
          })}
        </ul>
      ) : (
        <ul className="divide-y">
          {Array.from(values.slice(0, MAX_TEXTS).entries(), ([place, value]) => (
            <li key={place} className="whitespace-pre-line px-5 py-3 text-sm">
              {value}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
