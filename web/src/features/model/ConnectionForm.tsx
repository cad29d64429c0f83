import { useMutation } from '@apollo/client/react';
import { Autocomplete, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { ModelConnectionDocument, SaveModelConnectionDocument, TestModelConnectionDocument } from '../../gen/model.ts';
import { sentence } from '../../lib/errors.ts';
import { FormError } from '../../ui/FormError.tsx';
import { type Connection, type ConnectionValues, inputOf, keyHint, valuesOf } from './connectionInput.ts';
import classes from './ModelScreen.module.css';
import { useEndpointModels } from './useEndpointModels.ts';

const presets = [
  { label: 'OpenAI', endpoint: 'https://api.openai.com/v1' },
  { label: 'OpenRouter', endpoint: 'https://openrouter.ai/api/v1' },
  { label: 'Ollama on this machine', endpoint: 'http://localhost:11434/v1' },
];

interface Result {
  readonly isOk: boolean;
  readonly message: string;
  readonly detail: string | null;
}

/** Endpoint, key and model; can be tested before or after saving. */
export function ConnectionForm({ connection }: { readonly connection: Connection }) {
  const form = useForm<ConnectionValues>({ mode: 'controlled', initialValues: valuesOf(connection) });
  const [refusal, setRefusal] = useState<string | null>(null);
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
      const message = data.saveModelConnection.isDemo ? 'Saved. The demo assistant answers.' : `Saved. ${saved.model} answers from now on.`;
      setResult({ isOk: true, message, detail: null });
    });
  const test = () =>
    attempt(async () => {
      const { data } = await testConnection({ variables: { input } });
      if (data) setResult(data.testModelConnection);
    });

  const { endpointVariable, keyVariable, modelVariable, isDemo, hasKey, keyProblem, firstTokenTimeout } = connection;
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
            label="Endpoint"
            description={decidedBy(endpointVariable) ?? 'Any server with an OpenAI-compatible API. Leave it empty for OpenAI.'}
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
                  key={label}
                  size="xs"
                  variant="default"
                  aria-pressed={form.values.endpoint === endpoint}
                  onClick={() => form.setFieldValue('endpoint', endpoint)}
                >
                  {label}
                </Button>
              ))}
            </Group>
          ) : null}
        </div>
        <PasswordInput
          label="Key"
          description={keyHint(connection)}
          placeholder={hasKey ? '••••••••' : undefined}
          autoComplete="off"
          disabled={keyVariable !== null}
          {...form.getInputProps('key')}
          error={keyProblem}
        />
        <Autocomplete
          label="Model"
          description={decidedBy(modelVariable) ?? found.hint}
          placeholder={found.models[0] ?? 'gpt-4.1-mini'}
          data={[...found.models]}
          limit={50}
          disabled={modelVariable !== null}
          {...form.getInputProps('model')}
          onFocus={found.load}
        />
        <FormError message={refusal} />
        {result === null ? null : (
          <div className={classes.result} data-failed={!result.isOk || undefined} role={result.isOk ? 'status' : 'alert'}>
            {result.isOk ? <CircleCheck size={16} aria-hidden="true" /> : <CircleAlert size={16} aria-hidden="true" />}
            <div>
              <p>{result.message}</p>
              {result.detail === null ? null : (
                <Text component="p" fz="inherit" c="dimmed">
                  {result.detail}
                </Text>
              )}
            </div>
          </div>
        )}
        <Group gap={8}>
          <Button type="submit" loading={saving.loading}>
            Save
          </Button>
          <Button variant="default" loading={testing.loading} onClick={() => void test()}>
            Test
          </Button>
          {isDemo || endpointVariable !== null ? null : (
            <Button variant="subtle" color="gray" onClick={() => void save(disconnected(connection))}>
              Use the demo assistant
            </Button>
          )}
        </Group>
        <Text fz="sm" c="dimmed">
          The chat waits up to {firstTokenTimeout} s for the first word of an answer. OPENAI_FIRST_TOKEN_TIMEOUT in the environment changes
          that.
        </Text>
      </Stack>
    </form>
  );
}

function decidedBy(variable: string | null): string | null {
  return variable === null ? null : `${variable} in the environment decides. Unset it to choose here.`;
}

/** Input that clears all saved values. */
function disconnected({ keyVariable, modelVariable }: Connection) {
  return { endpoint: null, ...(keyVariable === null ? { key: null } : {}), ...(modelVariable === null ? { model: null } : {}) };
}
