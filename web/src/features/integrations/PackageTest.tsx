import { useMutation } from '@apollo/client/react';
import { Button, JsonInput, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IntegrationPackagesDocument, type PackageOfAppFragment, TestPackageDocument } from '../../gen/packages.ts';
import { sentence } from '../../lib/errors.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import { endpointsOf } from './declared.ts';
import classes from './PackagesSection.module.css';

interface PackageTestProps {
  readonly installed: PackageOfAppFragment;
  readonly onClose: () => void;
}

/** Calls a function of a package, beginning with the example of its author. */
export function PackageTest({ installed: { id, package: declared }, onClose }: PackageTestProps) {
  const t = useTranslations('integrations.packages');
  const { id: appId } = useApp();
  const endpoints = endpointsOf(declared);
  const [endpoint, setEndpoint] = useState(endpoints[0]?.[0] ?? '');
  const [input, setInput] = useState(() => exampleOf(endpoints[0]?.[1].example.input));
  const [run, { data, loading, error }] = useMutation(TestPackageDocument, {
    // The state of the last call.
    refetchQueries: [IntegrationPackagesDocument],
  });
  const parsed = parse(input);
  const choose = (name: string | null) => {
    const chosen = endpoints.find(([one]) => one === name);
    if (chosen === undefined) return;
    setEndpoint(chosen[0]);
    setInput(exampleOf(chosen[1].example.input));
  };
  const result = data?.testIntegration;
  return (
    <Modal opened onClose={onClose} title={t('testOf', { name: declared.title })} size="md">
      <Stack gap="md">
        <Select label={t('function')} data={endpoints.map(([name]) => name)} value={endpoint} allowDeselect={false} onChange={choose} />
        <JsonInput
          label={t('input')}
          autosize
          minRows={4}
          maxRows={12}
          value={input}
          error={parsed === null ? t('noJson') : null}
          onChange={setInput}
        />
        <Button
          loading={loading}
          disabled={parsed === null}
          onClick={() => void run({ variables: { appId, id, endpoint, input: parsed } }).catch(() => undefined)}
        >
          {t('run')}
        </Button>
        {error === undefined ? null : <FormError message={sentence(error)} />}
        {result === undefined ? null : (
          <div role="status">
            <Text fz="sm" fw={500} mb={4}>
              {t(result.isOk ? 'answered' : 'refused', { ms: String(result.milliseconds) })}
            </Text>
            <pre className={classes.output}>{result.isOk ? exampleOf(result.output) : String(result.output)}</pre>
            {result.logs.length === 0 ? null : (
              <>
                <Text fz="sm" fw={500} mt={12} mb={4}>
                  {t('logs')}
                </Text>
                <pre className={classes.output}>{result.logs.join('\n')}</pre>
              </>
            )}
          </div>
        )}
      </Stack>
    </Modal>
  );
}

function exampleOf(value: unknown): string {
  return JSON.stringify(value ?? {}, null, 2);
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
