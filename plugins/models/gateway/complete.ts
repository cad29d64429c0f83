import { z } from 'zod';
import { ModelCutOff, ModelUnavailable } from '../errors.ts';
import { addUsage, type ModelMessage, type ModelRequest, type Usage } from '../ref.ts';
import type { ModelCalls } from './gateway.ts';

/** The whole text of an answer. */
export async function complete(backend: ModelCalls, request: ModelRequest): Promise<{ text: string; usage: Usage }> {
  let text = '';
  for await (const event of backend.streamChat(request)) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'finish') return { text, usage: event.usage };
  }
  throw new ModelCutOff();
}

/**
 * An answer of a given shape. The schema goes into the prompt rather than into `response_format`, which many compatible endpoints reject;
 * an invalid answer is retried once, with its faults.
 */
export async function completeObject<T>(
  backend: ModelCalls,
  schema: z.ZodType<T>,
  request: ModelRequest,
): Promise<{ value: T; usage: Usage }> {
  const instruction: ModelMessage = {
    role: 'system',
    content: `Answer with one JSON value and nothing else. It matches this JSON schema:\n${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))}`,
  };
  const messages = [instruction, ...request.messages];
  const first = await complete(backend, { ...request, messages });
  const answer = check(schema, first.text);
  if (answer.ok) return { value: answer.value, usage: first.usage };

  const again: ModelMessage[] = [
    ...messages,
    { role: 'assistant', content: first.text },
    { role: 'user', content: `That does not match the schema:\n${answer.faults}\nAnswer again with the corrected JSON value alone.` },
  ];
  request.onRetry?.();
  const second = await complete(backend, { ...request, messages: again });
  const usage = addUsage(first.usage, second.usage);
  const corrected = check(schema, second.text);
  if (corrected.ok) return { value: corrected.value, usage };
  throw new ModelUnavailable('its answer does not have the right shape');
}

function check<T>(schema: z.ZodType<T>, text: string): { ok: true; value: T } | { ok: false; faults: string } {
  let json: unknown;
  try {
    json = JSON.parse(jsonIn(text));
  } catch (error) {
    return { ok: false, faults: `It is not JSON: ${error instanceof Error ? error.message : 'unreadable'}` };
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, faults: z.prettifyError(parsed.error) };
}

/** Models often wrap JSON in a fence or in a sentence. */
function jsonIn(text: string): string {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)```/.exec(text)?.[1];
  const body = (fenced ?? text).trim();
  const start = body.search(/[[{]/);
  const end = Math.max(body.lastIndexOf('}'), body.lastIndexOf(']'));
  return start >= 0 && end > start ? body.slice(start, end + 1) : body;
}
