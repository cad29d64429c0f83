import { Pill, TagsInput } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { optionColor } from '../cells/option-color.ts';
import type { TableAddress } from '../rows/api.ts';
import { commonValues } from './columns-api.ts';
import classes from './Edits.module.css';

interface OptionsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (options: readonly string[]) => void;
  readonly table: TableAddress;
  /** Its values are the first options; null for a new column. */
  readonly column: string | null;
}

/** The options of a select, each with the colour that its cells have. */
export function OptionsField({ value, onChange, table, column }: OptionsFieldProps) {
  const t = useTranslations('edits');
  const suggest = useEffectEvent((options: readonly string[]) => {
    if (value.length === 0) onChange(options);
  });
  useEffect(() => {
    if (column === null) return;
    // Without suggestions the options are typed.
    void commonValues(table, column).then(suggest, () => undefined);
  }, [table, column]);
  return (
    <TagsInput
      label={t('options')}
      description={t('optionsHint')}
      value={[...value]}
      onChange={onChange}
      splitChars={[',', ';', '|', '\n']}
      classNames={{ inputField: classes['optionField'] ?? '' }}
      acceptValueOnBlur
      isDuplicate={(option, current) => current.some((other) => other.toLowerCase() === option.toLowerCase())}
      renderPill={({ value: option, onRemove }) => (
        <Pill
          withRemoveButton
          classNames={{ root: classes['option'] ?? '', remove: classes['removeOption'] ?? '' }}
          onRemove={() => onRemove?.()}
          style={optionColor(String(option), value)}
          removeButtonProps={{ 'aria-label': t('removeOption', { option: String(option) }) }}
        >
          {option}
        </Pill>
      )}
    />
  );
}
