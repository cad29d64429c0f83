import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Suggestions } from '../../ui/Suggestions.tsx';
import classes from './Question.module.css';
import type { QuestionBlock } from './questions.ts';

interface QuestionProps {
  readonly question: QuestionBlock;
  /** The options that were chosen. */
  readonly chosen: readonly string[];
  /** Absent while the question cannot be answered. */
  readonly onAnswer: ((chosen: readonly string[]) => void) | undefined;
}

/** A question of the assistant: its options are buttons until it is answered, which is also possible in the message box. */
export function Question({ question, chosen, onAnswer }: QuestionProps) {
  const { text, options, takesSeveral } = question;
  return (
    <div className={classes.root}>
      <p className={classes.text}>{text}</p>
      {onAnswer === undefined ? (
        <Answered options={options} chosen={chosen} />
      ) : takesSeveral ? (
        <Choices question={question} onAnswer={onAnswer} />
      ) : (
        <Suggestions label={text} texts={options} onChoose={(option) => onAnswer([option])} />
      )}
    </div>
  );
}

/** Options of which several may be chosen, and a button that answers with them. */
function Choices({
  question: { text, options },
  onAnswer,
}: {
  readonly question: QuestionBlock;
  readonly onAnswer: (chosen: readonly string[]) => void;
}) {
  const t = useTranslations();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const chosen = options.filter((option) => picked.includes(option));
  return (
    <Checkbox.Group aria-label={text} value={[...picked]} onChange={setPicked}>
      <div className={classes.choices}>
        {options.map((option) => (
          <Checkbox key={option} value={option} label={option} size="sm" classNames={{ body: classes.choice ?? '' }} />
        ))}
      </div>
      <Button size="xs" mt={8} disabled={chosen.length === 0} onClick={() => onAnswer(chosen)}>
        {t('chat.answer')}
      </Button>
    </Checkbox.Group>
  );
}

function Answered({ options, chosen }: { readonly options: readonly string[]; readonly chosen: readonly string[] }) {
  const t = useTranslations();
  return (
    <ul className={classes.options}>
      {options.map((option) => (
        <li key={option} data-chosen={chosen.includes(option) || undefined}>
          {chosen.includes(option) ? <Check size={14} aria-hidden="true" /> : null}
          {chosen.includes(option) ? <VisuallyHidden>{t('chat.chosen')} </VisuallyHidden> : null}
          {option}
        </li>
      ))}
    </ul>
  );
}
