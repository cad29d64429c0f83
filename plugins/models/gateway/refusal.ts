import type { APIError } from 'openai';
import {
  ModelContextTooLong,
  type ModelError,
  ModelKeyRefused,
  ModelQuotaExhausted,
  ModelRateLimited,
  ModelRefused,
  ModelUnavailable,
  ModelUnknown,
  ModelUnreachable,
} from '../errors.ts';

/** Error codes and messages of compatible endpoints. Each is tested against the response that it was taken from. */
const QUOTA_CODES = ['insufficient_quota', 'billing_hard_limit_reached', 'insufficient_balance'];
const QUOTA_WORDS =
  /insufficient (?:balance|credits?|funds|quota)|credit balance is too low|exceeded your current quota|requires more credits/i;
const CONTEXT_CODES = ['context_length_exceeded', 'exceed_context_size_error', 'string_above_max_length'];
const CONTEXT_WORDS =
  /context (?:length|window|size)|prompt is too long|(?:input|prompt)[^.]{0,40}exceeds?|too many (?:input )?tokens|maximum (?:input )?tokens/i;
const KEY_CODES = ['invalid_api_key', 'authentication_error'];
const KEY_WORDS = /api[ _-]?key|authenticat|unauthorized/i;
const MODEL_CODES = ['model_not_found', 'model_not_available'];
const MODEL_WORDS =
  /models?\b[^.]{0,80}(?:not (?:found|exist|available|supported)|does not exist|is invalid)|not a valid model|(?:unknown|invalid) model|no such model/i;

/** Maps an endpoint's HTTP error to a `ModelError`. Masks `key` in the endpoint's message. */
export function refusalOf(error: APIError, model: string, key: string | null): ModelError {
  const reported = withoutKey(messageOf(error), key);
  const codes = [error.code, error.type].map(String);
  const is = (known: readonly string[], words: RegExp) => known.some((code) => codes.includes(code)) || words.test(reported);
  // An error within a stream has no status of its own.
  const { status = 500 } = error;
  const detail = error.status === undefined ? reported : `${status}: ${reported}`;
  if (status === 402 || is(QUOTA_CODES, QUOTA_WORDS)) return new ModelQuotaExhausted(detail);
  if (status === 429) return new ModelRateLimited(detail);
  if (status === 413 || is(CONTEXT_CODES, CONTEXT_WORDS)) return new ModelContextTooLong(detail);
  if (status >= 500) return new ModelUnavailable(detail, { cause: error });
  if (status === 401 || is(KEY_CODES, KEY_WORDS)) return new ModelKeyRefused(detail);
  if (is(MODEL_CODES, MODEL_WORDS)) return new ModelUnknown(model, detail);
  // An address without its "/v1", or a server that is no language model.
  if (status === 404 || status === 405) return new ModelUnreachable(`${detail} Is the path of the endpoint right?`, { isTransient: false });
  return new ModelRefused(detail);
}

function messageOf({ error: body, message }: APIError): string {
  const reported = typeof body === 'object' && body !== null && 'message' in body ? body.message : body;
  return typeof reported === 'string' && reported.trim() !== '' ? reported : message;
}

/** Endpoints quote rejected keys, some of them in full. */
function withoutKey(text: string, key: string | null): string {
  const blanked = key === null ? text : text.replaceAll(key, '…');
  return blanked.replace(/\b(?:sk|key|pk|gsk|xai)-[\w*.-]{4,}/g, '…');
}
