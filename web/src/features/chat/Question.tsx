import { VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Suggestions } from '../../ui/Suggestions.tsx';
import classes from './Question.module.css';
import type { QuestionBlock } from './questions.ts';

interface QuestionProps {
  readonly question: QuestionBlock;
  /** The option that was chosen; null for none. */
  readonly chosen: string | null;
  /** Absent while the question cannot be answered. */
  readonly onAnswer: ((option: string) => void) | undefined;
}

/** A question of the assistant: its options are buttons until it is answered, which is also possible in the message box. */
export function Question({ question: { text, options }, chosen, onAnswer }: QuestionProps) {
  return (
    <div className={classes.root}>
      <p className={classes.text}>{text}</p>
      {onAnswer === undefined ? (
        <Answered options={options} chosen={chosen} />
      ) : (
        <Suggestions label={text} texts={options} onChoose={onAnswer} />
      )}
    </div>
  );
}

function Answered({ options, chosen }: { readonly options: readonly string[]; readonly chosen: string | null }) {
  const t = useTranslations();
  return (
    <ul className={classes.options}>
      {options.map((option) => (
        <li key={option} data-chosen={option === chosen || undefined}>
          {option === chosen ? <Check size={14} aria-hidden="true" /> : null}
          {option === chosen ? <VisuallyHidden>{t('chat.chosen')} </VisuallyHidden> : null}
          {option}
        </li>
      ))}
    </ul>
  );
}
