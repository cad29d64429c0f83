/** Dollars per million tokens, by the beginning of a model's name: [prompt, completion]. List prices, without discounts for caching. */
const prices: Readonly<Record<string, readonly [number, number]>> = {
  'gpt-3.5-turbo': [0.5, 1.5],
  'gpt-4o': [2.5, 10],
  'gpt-4o-mini': [0.15, 0.6],
  'gpt-4.1': [2, 8],
  'gpt-4.1-mini': [0.4, 1.6],
  'gpt-4.1-nano': [0.1, 0.4],
  'gpt-5': [1.25, 10],
  'gpt-5-mini': [0.25, 2],
  'gpt-5-nano': [0.05, 0.4],
  o3: [2, 8],
  'o4-mini': [1.1, 4.4],
  'claude-3-5-haiku': [0.8, 4],
  'claude-haiku-4': [1, 5],
  'claude-sonnet-4': [3, 15],
  'claude-opus-4': [15, 75],
  'gemini-2.5-pro': [1.25, 10],
  'gemini-2.5-flash': [0.3, 2.5],
  'gemini-2.5-flash-lite': [0.1, 0.4],
  'deepseek-chat': [0.27, 1.1],
  'deepseek-reasoner': [0.55, 2.19],
  'mistral-large': [2, 6],
  'mistral-small': [0.1, 0.3],
};

/** What a call cost in dollars; null when the model's price is not known. A vendor prefix (`openai/gpt-4o`) is ignored. */
export function costOf(model: string, promptTokens: number, completionTokens: number): number | null {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const known = Object.keys(prices)
    .filter((prefix) => name === prefix || name.startsWith(`${prefix}-`))
    .sort((a, b) => b.length - a.length)[0];
  const price = known === undefined ? undefined : prices[known];
  return price ? (promptTokens * price[0] + completionTokens * price[1]) / 1_000_000 : null;
}

/** About four characters a token: for endpoints that report no usage. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
