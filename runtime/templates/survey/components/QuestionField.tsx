import { choicesOf } from '@/components/choices';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { Question } from '@/entities/Question';

interface Props {
  question: Question;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  isMissing: boolean;
}

/** One question with the control of its type. */
export default function QuestionField({ question, values, onChange, isMissing }: Props) {
  const { id, kind, options } = question;
  const choices = choicesOf(question);
  const isSeveral = kind === 'Some of these';
  const text = { id: `${id}-text`, 'aria-labelledby': id, value: values[0] ?? '', 'aria-invalid': isMissing || undefined };
  const toggle = (choice: string, isChosen: boolean) =>
    onChange(isSeveral ? [...values.filter((one) => one !== choice), ...(isChosen ? [choice] : [])] : [choice]);
  return (
    <fieldset aria-labelledby={id} className="grid gap-3 rounded-xl border bg-card p-5 sm:p-6">
      <div className="grid gap-1">
        <p id={id} className="text-balance font-medium text-lg leading-snug">
          {question.question}
          {question.isRequired ? null : <span className="ml-2 font-normal text-muted-foreground text-sm">(optional)</span>}
        </p>
        {question.hint ? <p className="text-muted-foreground text-sm">{question.hint}</p> : null}
      </div>
      {kind === 'Short text' ? <Input {...text} maxLength={200} onChange={(event) => onChange([event.target.value])} /> : null}
      {kind === 'Long text' ? <Textarea {...text} rows={4} maxLength={4000} onChange={(event) => onChange([event.target.value])} /> : null}
      {choices.length > 0 ? (
        <div className={kind === 'Scale' ? 'grid grid-cols-5 gap-2' : 'grid gap-2'}>
          {choices.map((choice) => (
            <label
              key={choice}
              className="flex min-h-11 cursor-pointer items-center justify-start gap-3 rounded-lg border px-4 py-2 transition-colors hover:bg-accent has-checked:border-primary has-checked:bg-primary/10 has-focus-visible:ring-[3px] has-focus-visible:ring-ring/40"
            >
              <input
                type={isSeveral ? 'checkbox' : 'radio'}
                name={id}
                className={kind === 'Scale' ? 'sr-only' : 'size-4 accent-primary'}
                checked={values.includes(choice)}
                onChange={(event) => toggle(choice, event.target.checked)}
              />
              <span className={kind === 'Scale' ? 'w-full text-center font-medium tabular-nums' : ''}>{choice}</span>
            </label>
          ))}
        </div>
      ) : null}
      {kind === 'Scale' && options?.length ? (
        <p className="flex justify-between gap-4 text-muted-foreground text-sm">
          <span>{options[0]}</span>
          <span className="text-right">{options.at(-1)}</span>
        </p>
      ) : null}
      {isMissing ? (
        <p role="alert" className="text-destructive text-sm">
          Please answer this question.
        </p>
      ) : null}
    </fieldset>
  );
}
