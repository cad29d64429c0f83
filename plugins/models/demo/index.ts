import { estimateTokens } from '../prices.ts';
import type { ModelBackend, ModelRequest, Usage } from '../ref.ts';
import { answer, refusalOf } from './answer.ts';
import { embedText } from './embed.ts';
import { chunksOf } from './stream.ts';

export interface DemoOptions {
  /** The day around which example rows are dated. Default: today. */
  readonly now?: () => Date;
}

/** The built-in assistant: reads requests by rules and writes the same actions as a model would. Same input, same output. */
export function openDemo({ now = () => new Date() }: DemoOptions = {}): ModelBackend {
  return {
    isDemo: true,
    label: 'Demo assistant',
    model: 'demo',
    capabilities: { conversation: false, objects: false },
    async *streamChat(request) {
      let text = '';
      for (const chunk of chunksOf(answer(request, now()))) {
        request.signal?.throwIfAborted();
        text += chunk;
        yield { type: 'text', text: chunk };
      }
      yield { type: 'finish', reason: 'stop', usage: usageOf(request, text) };
    },
    refusal: refusalOf,
    embed: async (texts) => texts.map(embedText),
    list: async () => [{ id: 'demo' }],
  };
}

function usageOf(request: ModelRequest, text: string): Usage {
  const promptTokens = estimateTokens(request.messages.map((message) => message.content).join('\n'));
  const completionTokens = estimateTokens(text);
  return {
    model: 'demo',
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    totalCost: 0,
    finishReason: 'stop',
  };
}
