import { testHost } from '@sayso/core/testing';
import { expect, test } from 'vitest';
import models from '../index.ts';
import { modelsRef } from '../ref.ts';
import { startModelServer } from '../testing/model-server.ts';

const KEY = 'sk-abcdefgh12345678';

/** Recorded responses of endpoints: status, body, and the error code that they map to. */
const answers: readonly (readonly [who: string, status: number, error: object, code: string])[] = [
  [
    'OpenAI',
    401,
    { message: `Incorrect API key provided: ${KEY}.`, type: 'invalid_request_error', code: 'invalid_api_key' },
    'model-key-refused',
  ],
  ['Gemini', 400, { message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' }, 'model-key-refused'],
  ['Anthropic', 401, { message: 'invalid x-api-key', type: 'authentication_error' }, 'model-key-refused'],
  ['OpenRouter', 401, { message: 'No auth credentials found', code: 401 }, 'model-key-refused'],
  [
    'OpenAI',
    429,
    { message: 'You exceeded your current quota, please check your plan and billing details.', code: 'insufficient_quota' },
    'model-quota-exhausted',
  ],
  ['DeepSeek', 402, { message: 'Insufficient Balance', type: 'unknown_error' }, 'model-quota-exhausted'],
  ['OpenRouter', 402, { message: 'This request requires more credits, or fewer max_tokens.', code: 402 }, 'model-quota-exhausted'],
  ['Anthropic', 400, { message: 'Your credit balance is too low to access the Anthropic API.' }, 'model-quota-exhausted'],
  [
    'OpenAI',
    400,
    {
      message: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130011 tokens.",
      code: 'context_length_exceeded',
    },
    'model-context-too-long',
  ],
  [
    'llama.cpp',
    400,
    { message: 'the request exceeds the available context size, try increasing it', type: 'exceed_context_size_error' },
    'model-context-too-long',
  ],
  ['Anthropic', 400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'model-context-too-long'],
  ['a proxy', 413, { message: 'Request Entity Too Large' }, 'model-context-too-long'],
  [
    'OpenAI',
    404,
    { message: 'The model `gpt-9` does not exist or you do not have access to it.', code: 'model_not_found' },
    'model-unknown',
  ],
  ['Ollama', 404, { message: 'model "llama9" not found, try pulling it first', type: 'api_error' }, 'model-unknown'],
  ['OpenRouter', 400, { message: 'llama9 is not a valid model ID', code: 400 }, 'model-unknown'],
  ['Mistral', 400, { message: 'Invalid model: llama9', type: 'invalid_model' }, 'model-unknown'],
  ['a web server', 404, { message: 'Not Found' }, 'model-unreachable'],
  ['OpenAI', 400, { message: "Invalid value for 'temperature'." }, 'model-refused'],
];

test.each(answers)('%s %d %o: %s, with the response for admins, without the key', async (_who, status, error, code) => {
  await using server = await startModelServer([{ status, body: { error } }]);
  const config = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: KEY, OPENAI_MODEL: 'llama9' };
  await using host = await testHost(models, { config });
  const asked = host.service(modelsRef).complete({ messages: [{ role: 'user', content: 'Hello' }] });
  const refused = await asked.catch((thrown: unknown) => thrown as { code: string; message: string; detail: string });
  expect(refused).toMatchObject({ code, detail: expect.stringMatching(`^${status}: `) });
  const { message, detail } = refused as { message: string; detail: string };
  expect(`${message} ${detail}`).not.toContain(KEY);
  expect(message).not.toMatch(/OPENAI|127\.0\.0\.1|\d{3}:/);
  expect(server.requests).toHaveLength(1);
});
