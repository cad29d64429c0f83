import { z } from 'zod';

const milliseconds = z.coerce.number().int().min(1);

/**
 * The connection of the language model. What is unset is read from the settings that an admin saved; without either, a
 * backend of another plugin answers, if there is one.
 */
export const modelsConfig = z.object({
  OPENAI_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Key for the language model. Wins over the one in the settings. Default none: a backend of another plugin answers, if there is one.',
    ),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of any OpenAI-compatible endpoint, such as http://localhost:11434/v1. Default https://api.openai.com/v1.'),
  OPENAI_MODEL: z.string().min(1).optional().describe('Model that answers in the chat. Default gpt-4.1-mini.'),
  OPENAI_EMBEDDING_MODEL: z
    .string()
    .min(1)
    .default('text-embedding-3-small')
    .describe('Model that turns texts into vectors. Default text-embedding-3-small.'),
  OPENAI_FIRST_TOKEN_TIMEOUT: z.coerce
    .number()
    .positive()
    .default(300)
    .describe('How long to wait for the first word of an answer, in seconds: a local model may have to load first. Default 300.'),
  MODEL_IDLE_TIMEOUT: milliseconds
    .default(30_000)
    .describe('How long an answer may pause once it has begun, in milliseconds. Default 30000.'),
  MODEL_RETRY_DELAY: milliseconds
    .default(500)
    .describe('Longest wait before the first retry, in milliseconds; doubles each time, up to 8 s. Default 500.'),
});

export type ModelsConfig = z.output<typeof modelsConfig>;
