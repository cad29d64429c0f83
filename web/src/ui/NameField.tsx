import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

interface NameFieldProps {
  /** For screen readers; default: that it is an app's name. */
  readonly label?: string;
  readonly width?: number;
  /** Whether the name can be removed. */
  readonly isOptional?: boolean;
  readonly name: string;
  /** The new name, or null when it is unchanged; `byKey`: a key ended the editing, so the caller moves the focus. */
  readonly onDone: (name: string | null, byKey: boolean) => void;
}

/** Inline editing of a name: Enter saves one that is not empty, Escape cancels, blur saves. */
export function NameField({ label, name, width, isOptional = false, onDone }: NameFieldProps) {
  const t = useTranslations();
  const [value, setValue] = useState(name);
  const isDone = useRef(false);
  const finish = (next: string | null, byKey: boolean) => {
    // Unmounting blurs the field as well.
    if (isDone.current) return;
    isDone.current = true;
    onDone((next === '' && !isOptional) || next === name ? null : next, byKey);
  };
  return (
    <TextInput
      aria-label={label ?? t('common.appName')}
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
        if (event.key === 'Escape') finish(null, true);
        else if (isOptional || value.trim() !== '') finish(value.trim(), true);
      }}
      {...(width === undefined ? {} : { w: width })}
      style={{ position: 'relative', zIndex: 1 }}
    />
  );
}
