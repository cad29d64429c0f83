import { z } from 'zod';

const milliseconds = z.coerce.number().int().min(1);

const DEFAULT_WINDOW = 32_768;
/** The instructions alone take about 3000 tokens. */
const MIN_WINDOW = 8000;
const WINDOWS = /^(?:[^,=]+=)?\d+(?:,[^,=]+=\d+)*$/;

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
  OPENAI_IMAGE_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe('Model of the endpoint that makes pictures. Default gpt-image-1 at OpenAI, none at other endpoints.'),
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
  MODEL_WINDOW: z
    .string()
    .transform((text) => text.replaceAll(' ', ''))
    .refine((text) => WINDOWS.test(text) && [...readWindows(text).values()].every((tokens) => tokens >= MIN_WINDOW), {
      message: `has to be a number of tokens from ${MIN_WINDOW}, or such numbers by model: 32768,qwen3:8b=8192`,
    })
    .default(String(DEFAULT_WINDOW))
    .describe(
      'Tokens that a model reads and writes at once: one number, also with others by model, such as 32768,qwen3:8b=8192,gpt-4.1-mini=200000. Decides how much of an app it is shown. At least 8000 each. Default 32768.',
    ),
  MODEL_IMAGES: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe('Whether the language model takes pictures: on, off, or auto, which decides by its name. Default auto.'),
  MODEL_RETRY_DELAY: milliseconds
    .default(500)
    .describe('Longest wait before the first retry, in milliseconds; doubles each time, up to 8 s. Default 500.'),
});

export type ModelsConfig = z.output<typeof modelsConfig>;

/** Names of models that take pictures, as the endpoints of their makers, of Ollama and of OpenRouter write them. */
const PICTURE_MODELS =
  /gpt-(?:4o|4\.[1-9]|4-turbo|[5-9])|(?:^|\/)o[1-9](?!-mini)|o4-mini|claude|gemini|gemma-?[3-9]|vision|\bvl|-vl|\dvl|llava|pixtral|mistral-(?:small-?3\.[1-9]|medium-?3)|llama-?4|minicpm-v|moondream|internvl|grok-(?:[4-9]|2-vision)|multimodal|omni/i;

/** Whether a model takes pictures, by the setting `MODEL_IMAGES`. */
export function takesPictures(setting: ModelsConfig['MODEL_IMAGES'], model: string): boolean {
  return setting === 'auto' ? PICTURE_MODELS.test(model) : setting === 'on';
}

/** The window of a model in tokens, by the setting `MODEL_WINDOW`. */
export function windowOf(setting: string, model: string): number {
  const windows = readWindows(setting);
  return windows.get(model) ?? windows.get('') ?? DEFAULT_WINDOW;
}

/** Windows by model; '' is that of every other model. */
function readWindows(setting: string): ReadonlyMap<string, number> {
  return new Map(
    setting.split(',').map((entry) => {
      const at = entry.lastIndexOf('=');
      return [entry.slice(0, Math.max(at, 0)), Number(entry.slice(at + 1))];
    }),
  );
}
