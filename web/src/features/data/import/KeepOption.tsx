import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './ImportWizard.module.css';
import { EXISTING, type Existing } from './kept.ts';

/** Whether rows keep their ids and dates, and what happens to those whose ids the table has. */
export interface Keeping {
  readonly isOn: boolean;
  readonly hasIds: boolean;
  readonly existing: Existing;
  readonly setIsOn: (isOn: boolean) => void;
  readonly setExisting: (existing: Existing) => void;
}

export function KeepOption({ keeping, isNewTable }: { readonly keeping: Keeping; readonly isNewTable: boolean }) {
  const t = useTranslations('import');
  const { isOn, hasIds, existing, setIsOn, setExisting } = keeping;
  return (
    <Stack gap={12}>
      <Checkbox
        classNames={{ label: classes.keepLabel ?? '', inner: classes.keepBox ?? '' }}
        label={t('keep')}
        description={t('keepHint')}
        checked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
      {isOn && hasIds && !isNewTable ? (
        <NativeSelect
          label={t('sameId')}
          description={existing === 'replace' ? t('sameIdReplaceHint') : undefined}
          value={existing}
          onChange={(event) => setExisting(EXISTING.find((each) => each === event.currentTarget.value) ?? 'fail')}
          data={EXISTING.map((value) => ({ value, label: t(`sameIdChoice.${value}`) }))}
        />
      ) : null}
    </Stack>
  );
}
