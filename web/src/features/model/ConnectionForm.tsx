import { useMutation } from '@apollo/client/react';
import { Autocomplete, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ModelConnectionDocument, SaveModelConnectionDocument, TestModelConnectionDocument } from '../../gen/model.ts';
import { fromServer, type Translator } from '../../i18n/language.ts';
import { sentence } from '../../lib/errors.ts';
import { FormError } from '../../ui/FormError.tsx';
import { type Connection, type ConnectionValues, inputOf, keyHint, valuesOf } from './connectionInput.ts';
import classes from './ModelScreen.module.css';
import { useEndpointModels } from './useEndpointModels.ts';

const presets = [
  { label: 'OpenAI', endpoint: 'https://api.openai.com/v1' },
  { label: 'OpenRouter', endpoint: 'https://openrouter.ai/api/v1' },
  { label: null, endpoint: 'http://localhost:11434/v1' },
];

interface Result {
  readonly isOk: boolean;
  readonly message: string;
  readonly detail: string | null;
}

/** Endpoint, key and model; can be tested before or after saving. */
export function ConnectionForm({ connection }: { readonly connection: Connection }) {
  const t = useTranslations();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<ConnectionValues>({
    mode: 'controlled',
    initialValues: valuesOf(connection),
    onValuesChange: () => setRefusal(null),
  });
  const [result, setResult] = useState<Result | null>(null);
  const [saveConnection, saving] = useMutation(SaveModelConnectionDocument);
  const [testConnection, testing] = useMutation(TestModelConnectionDocument);
  const input = inputOf(form.values, connection);
  const found = useEndpointModels(input);

  const attempt = async (work: () => Promise<void>) => {
    setRefusal(null);
    setResult(null);
    await work().catch((error: unknown) => setRefusal(sentence(error)));
  };
  const save = (given: typeof input) =>
    attempt(async () => {
      const { data } = await saveConnection({
        variables: { input: given },
        update(cache, { data: saved }) {
          // Invalidates the assistant that the home screen names.
          cache.evict({ id: 'ROOT_QUERY', fieldName: 'assistant' });
          if (saved)
            cache.writeQuery({ query: ModelConnectionDocument, data: { __typename: 'Query', modelConnection: saved.saveModelConnection } });
        },
      });
      if (!data) return;
      const saved = valuesOf(data.saveModelConnection);
      form.setValues(saved);
      form.resetDirty(saved);
      const message = data.saveModelConnection.isConnected ? t('model.saved', { model: saved.model }) : t('model.disconnected');
      setResult({ isOk: true, message, detail: null });
    });
  const test = () =>
    attempt(async () => {
      const { data } = await testConnection({ variables: { input } });
      if (data) setResult({ ...data.testModelConnection, message: fromServer(data.testModelConnection.message) });
    });

  const { endpointVariable, keyVariable, modelVariable, isConnected, hasKey, keyProblem, firstTokenTimeout } = connection;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save(input);
      }}
      noValidate
    >
      <Stack className={classes.card} gap={20}>
        <div>
          <TextInput
            label={t('model.endpoint')}
            description={decidedBy(endpointVariable, t) ?? t('model.endpointHint')}
            placeholder="https://api.openai.com/v1"
            type="url"
            inputMode="url"
            disabled={endpointVariable !== null}
            {...form.getInputProps('endpoint')}
          />
          {endpointVariable === null ? (
            <Group gap={8} mt={8}>
              {presets.map(({ label, endpoint }) => (
                <Button
                  key={endpoint}
                  size="xs"
                  variant="default"
                  aria-pressed={form.values.endpoint === endpoint}
                  onClick={() => form.setFieldValue('endpoint', endpoint)}
                >
                  {label ?? t('model.ollama')}
                </Button>
              ))}
            </Group>
          ) : null}
        </div>
        <PasswordInput
          label={t('model.key')}
          description={keyHint(connection, t)}
          placeholder={hasKey ? '••••••••' : undefined}
          autoComplete="off"
          disabled={keyVariable !== null}
          {...form.getInputProps('key')}
          error={fromServer(keyProblem ?? '')}
        />
        <Autocomplete
          label={t('model.model')}
          description={decidedBy(modelVariable, t) ?? found.hint}
          placeholder={found.models[0] ?? 'gpt-4.1-mini'}
          data={[...found.models]}
          limit={50}
          disabled={modelVariable !== null}
          {...form.getInputProps('model')}
          onFocus={found.load}
        />
        <FormError message={refusal} />
        {result === null ? null : <ResultNote result={result} />}
        <Group gap={8}>
          <Button type="submit" loading={saving.loading}>
            {t('common.save')}
          </Button>
          <Button variant="default" loading={testing.loading} onClick={() => void test()}>
            {t('model.test')}
          </Button>
          {isConnected && endpointVariable === null ? (
            <Button variant="subtle" color="gray" onClick={() => void save(disconnected(connection))}>
              {t('model.disconnect')}
            </Button>
          ) : null}
        </Group>
        <Text fz="sm" c="dimmed">
          {t('model.timeout', { seconds: firstTokenTimeout })}
        </Text>
      </Stack>
    </form>
  );
}

function ResultNote({ result: { isOk, message, detail } }: { readonly result: Result }) {
  return (
    <div className={classes.result} data-failed={!isOk || undefined} role={isOk ? 'status' : 'alert'}>
      {isOk ? <CircleCheck size={16} aria-hidden="true" /> : <CircleAlert size={16} aria-hidden="true" />}
      <div>
        <p>{message}</p>
        {detail === null ? null : (
          <Text component="p" fz="inherit" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
    </div>
  );
}

function decidedBy(variable: string | null, t: Translator): string | null {
  return variable === null ? null : t('model.decided', { variable });
}

/** Input that clears all saved values. */
function disconnected({ keyVariable, modelVariable }: Connection) {
  return { endpoint: null, ...(keyVariable === null ? { key: null } : {}), ...(modelVariable === null ? { model: null } : {}) };
}
