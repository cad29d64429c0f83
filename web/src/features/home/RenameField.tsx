import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface RenameFieldProps {
  readonly name: string;
  /** The new name, or null when it stays. */
  readonly onDone: (name: string | null) => void;
}

/** Enter saves a name that is not empty, Escape keeps the old one, leaving saves. */
export function RenameField({ name, onDone }: RenameFieldProps) {
  const [value, setValue] = useState(name);
  const finish = () => {
    const next = value.trim();
    onDone(next === '' || next === name ? null : next);
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
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && value.trim() !== '') event.currentTarget.blur();
        if (event.key === 'Escape') onDone(null);
      }}
      style={{ position: 'relative', zIndex: 1 }}
    />
  );
}
