import { useMutation } from '@apollo/client/react';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FunctionCardFragment, FunctionRunsDocument, TestFunctionDocument } from '../../gen/functions.ts';
import { sentence } from '../../lib/errors.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './FunctionsPanel.module.css';
import { RunDetails } from './Runs.tsx';

/** Runs a function with the rows of the preview, and shows its answer and its log. */
export function TestForm({ of }: { readonly of: FunctionCardFragment }) {
  const { name } = of;
  const t = useTranslations();
  const { id: appId } = useApp();
  const [input, setInput] = useState('{}');
  const [wrong, setWrong] = useState<string | null>(null);
  const [run, { data, error, loading }] = useMutation(TestFunctionDocument, { refetchQueries: [FunctionRunsDocument] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parse(input);
    setWrong(parsed.ok ? null : parsed.reason);
    if (parsed.ok) void run({ variables: { appId, name, input: parsed.value } }).catch(() => undefined);
  };
  const tested = data?.testFunction;
  return (
    <form onSubmit={submit}>
      <Stack gap={12} mt={12}>
        <Textarea
          label={t('functions.input')}
          description={t('functions.testWhy')}
          value={input}
          autosize
          minRows={2}
          maxRows={10}
          error={wrong === null ? null : t('functions.invalidInput', { reason: wrong })}
          classNames={{ input: classes.code ?? '' }}
          onChange={(event) => setInput(event.currentTarget.value)}
        />
        <Button type="submit" size="compact-sm" loading={loading} style={{ alignSelf: 'flex-start' }}>
          {t('functions.run')}
        </Button>
        {error === undefined ? null : <FormError message={sentence(error)} />}
        {tested === undefined ? null : (
          <div role="status">
            <RunDetails run={tested.run} of={of} />
            {tested.answer === null ? null : (
              <>
                <Text fz="xs" fw={600} mt={8}>
                  {t('functions.answer')}
                </Text>
                <pre className={classes.output}>{pretty(tested.answer)}</pre>
              </>
            )}
          </div>
        )}
      </Stack>
    </form>
  );
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

function parse(text: string): Parsed {
  try {
    return { ok: true, value: text.trim() === '' ? {} : JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function pretty(text: string): string {
  const parsed = parse(text);
  return parsed.ok ? JSON.stringify(parsed.value, null, 2) : text;
}
