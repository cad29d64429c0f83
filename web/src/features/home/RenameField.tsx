import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';

interface RenameFieldProps {
  readonly name: string;
  /** The new name, or null when it stays; whether a key ended it, so that the focus has to be given on. */
  readonly onDone: (name: string | null, byKey: boolean) => void;
}

/** Enter saves a name that is not empty, Escape keeps the old one, leaving saves. */
export function RenameField({ name, onDone }: RenameFieldProps) {
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
        if (event.key === 'Enter' && value.trim() !== '') finish(value.trim(), true);
        if (event.key === 'Escape') finish('', true);
      }}
      style={{ position: 'relative', zIndex: 1 }}
    />
  );
}
