import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';

interface NameFieldProps {
  readonly width?: number;
  readonly name: string;
  /** The new name, or null when it stays; whether a key ended it, so that the focus has to be given on. */
  readonly onDone: (name: string | null, byKey: boolean) => void;
}

/** The name of an app while it is changed: Enter saves a name that is not empty, Escape keeps the old one, leaving saves. */
export function NameField({ name, width, onDone }: NameFieldProps) {
  const [value, setValue] = useState(name);
  const isDone = useRef(false);
  const finish = (next: string, byKey: boolean) => {
    // The field also loses the focus by going away.
    if (isDone.current) return;
    isDone.current = true;
    onDone(next === '' || next === name ? null : next, byKey);
  };
  return (
    <TextInput
      aria-label="App name"
      size="xs"
      autoFocus
      maxLength={80}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => finish(value.trim(), false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The key would go on to the button that takes the focus, and press it.
        event.preventDefault();
        if (event.key === 'Escape') finish('', true);
        else if (value.trim() !== '') finish(value.trim(), true);
      }}
      {...(width === undefined ? {} : { w: width })}
      style={{ position: 'relative', zIndex: 1 }}
    />
  );
}
