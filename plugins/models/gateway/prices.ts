import type { Rates, Usage } from '../ref.ts';

/**
 * Dollars per million tokens, by the beginning of a model's name: prompt, completion, and prompt tokens that the provider reads from its
 * cache or writes to it. List prices; where a provider charges nothing extra for the cache, its tokens cost as much as others.
 */
const prices: Readonly<Record<string, readonly [prompt: number, completion: number, cacheRead?: number, cacheWrite?: number]>> = {
  'gpt-3.5-turbo': [0.5, 1.5],
  'gpt-4o': [2.5, 10, 1.25],
  'gpt-4o-mini': [0.15, 0.6, 0.075],
  'gpt-4.1': [2, 8, 0.5],
  'gpt-4.1-mini': [0.4, 1.6, 0.1],
  'gpt-4.1-nano': [0.1, 0.4, 0.025],
  'gpt-5': [1.25, 10, 0.125],
  'gpt-5-mini': [0.25, 2, 0.025],
  'gpt-5-nano': [0.05, 0.4, 0.005],
  o3: [2, 8, 0.5],
  'o4-mini': [1.1, 4.4, 0.275],
  'claude-3-5-haiku': [0.8, 4, 0.08, 1],
  'claude-haiku-4': [1, 5, 0.1, 1.25],
  'claude-sonnet-4': [3, 15, 0.3, 3.75],
  'claude-opus-4': [15, 75, 1.5, 18.75],
  'gemini-2.5-pro': [1.25, 10, 0.31],
  'gemini-2.5-flash': [0.3, 2.5, 0.075],
  'gemini-2.5-flash-lite': [0.1, 0.4, 0.025],
  'deepseek-chat': [0.27, 1.1, 0.07],
  'deepseek-reasoner': [0.55, 2.19, 0.14],
  'mistral-large': [2, 6],
  'mistral-small': [0.1, 0.3],
};

/** What a model costs; null when its price is not known. A vendor prefix (`openai/gpt-4o`) is ignored. */
function ratesOf(model: string): Rates | null {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const known = Object.keys(prices)
    .filter((prefix) => name === prefix || name.startsWith(`${prefix}-`))
    .sort((a, b) => b.length - a.length)[0];
  const price = known === undefined ? undefined : prices[known];
  if (price === undefined) return null;
  const [prompt, completion, cacheRead = prompt, cacheWrite = prompt] = price;
  return { prompt, completion, cacheRead, cacheWrite };
}

export interface CountedTokens {
  /** All that the model read, those of the cache included. */
  readonly prompt: number;
  readonly completion: number;
  /** Null: the endpoint does not state them. */
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
}

/** Tokens and costs of one call. */
export function usageRecord(model: string, tokens: CountedTokens, finishReason: string): Usage {
  const { prompt, completion } = tokens;
  const cacheRead = Math.min(tokens.cacheRead ?? 0, prompt);
  const cacheWrite = Math.min(tokens.cacheWrite ?? 0, prompt - cacheRead);
  const rates = ratesOf(model);
  const cost = (count: number, rate: keyof Rates) => (rates === null ? null : (count * rates[rate]) / 1_000_000);
  const costs = {
    promptCost: cost(prompt - cacheRead - cacheWrite, 'prompt'),
    completionCost: cost(completion, 'completion'),
    cacheReadCost: cost(cacheRead, 'cacheRead'),
    cacheWriteCost: cost(cacheWrite, 'cacheWrite'),
  };
  return {
    model,
    promptTokens: prompt,
    completionTokens: completion,
    totalTokens: prompt + completion,
    cacheReadTokens: tokens.cacheRead === null ? null : cacheRead,
    cacheWriteTokens: tokens.cacheWrite === null ? null : cacheWrite,
    ...costs,
    totalCost: rates === null ? null : Object.values(costs).reduce((sum: number, one) => sum + (one ?? 0), 0),
    rates,
    finishReason,
  };
}

/** About four characters a token: for endpoints that report no usage. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
