import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

interface NameFieldProps {
  readonly width?: number;
  readonly name: string;
  /** The new name, or null when it is unchanged; `byKey`: a key ended the editing, so the caller moves the focus. */
  readonly onDone: (name: string | null, byKey: boolean) => void;
}

/** Inline editing of an app's name: Enter saves a name that is not empty, Escape cancels, blur saves. */
export function NameField({ name, width, onDone }: NameFieldProps) {
  const t = useTranslations();
  const [value, setValue] = useState(name);
  const isDone = useRef(false);
  const finish = (next: string, byKey: boolean) => {
    // Unmounting blurs the field as well.
    if (isDone.current) return;
    isDone.current = true;
    onDone(next === '' || next === name ? null : next, byKey);
  };
  return (
    <TextInput
      aria-label={t('common.appName')}
      size="xs"
      autoFocus
      maxLength={80}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => finish(value.trim(), false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Else the same key would press the button that takes the focus.
        event.preventDefault();
        if (event.key === 'Escape') finish('', true);
        else if (value.trim() !== '') finish(value.trim(), true);
      }}
      {...(width === undefined ? {} : { w: width })}
      style={{ position: 'relative', zIndex: 1 }}
    />
  );
}
