import { cut } from '@sayso/core';

/**
 * UTF-8 bytes per token. The tokenizer of a connected model is not known: measured with those of GPT-4 and GPT-4o, TSX has 3.6 to 4.4 bytes
 * per token and prose in other languages 2.6 to 9, so that 3 overestimates most texts. The reserve covers dense ones, such as lists of ids.
 */
const BYTES_PER_TOKEN = 3;
/** Share of the window that is kept for the answer, and the most that an answer needs. */
const ANSWER_SHARE = 0.25;
const MAX_ANSWER_RESERVE = 8192;

/** Estimated tokens of a text, rather too many than too few. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Tokens that a prompt may have, given the window of the model: the window minus the reserve for the answer. */
export function promptBudget(window: number): number {
  return window - Math.min(Math.ceil(window * ANSWER_SHARE), MAX_ANSWER_RESERVE);
}

/** The start of a text, of at most so many tokens. */
export function cutToTokens(text: string, tokens: number): string {
  if (countTokens(text) <= tokens) return text;
  let length = Math.min(text.length, Math.max(0, Math.floor(tokens) * BYTES_PER_TOKEN));
  while (length > 0 && countTokens(text.slice(0, length)) > tokens) length = Math.floor(length * 0.9);
  return cut(text, length);
}
