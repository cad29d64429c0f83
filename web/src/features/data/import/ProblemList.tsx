import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Problem, TRUE_WORDS } from './check.ts';
import type { CellFormat } from './convert.ts';
import classes from './ImportWizard.module.css';

/** A correction of all like cells of a column. */
export interface Correction extends CellFormat {
  readonly replace?: Readonly<Record<string, string>>;
}
type Correct = (index: number, correction: Correction) => void;

/** What would fail, by column and kind, each with its corrections. */
export function ProblemList({
  problems,
  headers,
  onCorrect,
}: {
  readonly problems: readonly Problem[];
  readonly headers: readonly string[];
  readonly onCorrect: Correct;
}) {
  const t = useTranslations();
  return (
    <Stack gap={8} role="group" aria-label={t('import.problems')}>
      {problems.map((problem) => (
        <div key={`${problem.kind} ${problem.index}`} className={classes.problem}>
          <Text fz="sm" fw={600} mb={8}>
            {problem.index === null || problem.kind === 'cells'
              ? t('import.cells', { count: problem.count })
              : t(`import.problem.${problem.kind}`, { column: headers[problem.index] ?? '', count: problem.count })}
          </Text>
          {problem.index === null ? null : <Corrections problem={problem} index={problem.index} onCorrect={onCorrect} />}
        </div>
      ))}
    </Stack>
  );
}

function Corrections({ problem, index, onCorrect }: { readonly problem: Problem; readonly index: number; readonly onCorrect: Correct }) {
  const t = useTranslations();
  const { kind, values } = problem;
  const words = values.map(([value]) => value.toLowerCase()).filter((value) => TRUE_WORDS.includes(value));
  if (kind === 'dateOrder') {
    return (
      <Group gap={8}>
        {(['dmy', 'mdy', 'ymd'] as const).map((dateOrder) => (
          <Button key={dateOrder} size="compact-sm" variant="default" onClick={() => onCorrect(index, { dateOrder })}>
            {t(`import.dateOrder.${dateOrder}`)}
          </Button>
        ))}
      </Group>
    );
  }
  return (
    <Stack gap={8}>
      {kind === 'decimalComma' ? (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => onCorrect(index, { decimalComma: true })}>
            {t('import.decimalComma')}
          </Button>
        </Group>
      ) : null}
      {kind === 'boolean' && words.length > 0 ? (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => onCorrect(index, { trueWords: [...new Set(words)] })}>
            {t('import.trueWords', { words: [...new Set(words)].join(', ') })}
          </Button>
        </Group>
      ) : null}
      {kind === 'decimalComma' || (kind === 'boolean' && words.length > 0)
        ? null
        : values.map(([value, count]) => (
            <ValueForm key={value} value={value} count={count} onCorrect={(to) => onCorrect(index, { replace: { [value]: to } })} />
          ))}
    </Stack>
  );
}

/** Corrects a value wherever it occurs in its column. */
function ValueForm({
  value,
  count,
  onCorrect,
}: {
  readonly value: string;
  readonly count: number;
  readonly onCorrect: (to: string) => void;
}) {
  const t = useTranslations();
  const [text, setText] = useState(value);
  return (
    <form
      className={classes.value}
      onSubmit={(event) => {
        event.preventDefault();
        onCorrect(text.trim());
      }}
    >
      <TextInput
        size="xs"
        label={value === '' ? t('import.correctEmpty') : t('import.correct', { value })}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text fz="sm" c="dimmed">
        {t('import.times', { count })}
      </Text>
      <Button size="xs" variant="default" type="submit" disabled={text.trim() === value}>
        {t('import.apply')}
      </Button>
    </form>
  );
}
