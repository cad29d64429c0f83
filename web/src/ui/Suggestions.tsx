import { Button } from '@mantine/core';
import classes from './Suggestions.module.css';

interface SuggestionsProps {
  readonly label: string;
  readonly texts: readonly string[];
  readonly onChoose: (text: string) => void;
}

/** Clickable suggested sentences. */
export function Suggestions({ label, texts, onChoose }: SuggestionsProps) {
  if (texts.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={label}>
      {texts.map((text) => (
        <li key={text}>
          <Button variant="default" size="xs" className={classes.button} onClick={() => onChoose(text)}>
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}
