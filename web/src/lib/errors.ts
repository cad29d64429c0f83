import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { fromServer, translator } from '../i18n/language.ts';
import { answerIn, knownRefusal } from './refusals.ts';

export const unexpected = (): string => translator()('common.unexpected');

/** Connection errors, as browsers word them; they are transient. */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || CombinedGraphQLErrors.is(error) || ServerError.is(error) || ServerParseError.is(error)) return false;
  return error.name === 'AbortError' || /network|abort|fetch|load failed/i.test(error.message);
}

/** Message to show for an error: the server's own sentence, or a general one. */
export function sentence(error: unknown): string {
  if (CombinedGraphQLErrors.is(error)) return fromServer(error.errors[0]?.message ?? '') || unexpected();
  if (isNetworkError(error)) return translator()('common.unreachable');
  if (error instanceof Error && error.name === 'AuthError') return error.message;
  return refusal(error) ?? unexpected();
}

/** Of an answer that is no GraphQL, such as the page of a proxy; null for other errors. */
export function refusal(error: unknown): string | null {
  return ServerError.is(error) || ServerParseError.is(error) ? knownRefusal(error.statusCode, answerIn(error.bodyText)) : null;
}

/** The same for an optimistic change of the app. */
export function saveSentence(error: unknown): string {
  if (CombinedGraphQLErrors.is(error)) return sentence(error);
  return refusal(error) ?? translator()('common.notSaved');
}

/** The refusal as an HTTP status (401, 404, 409), whatever its error code. */
export function errorStatus(error: unknown): number | null {
  if (!CombinedGraphQLErrors.is(error)) return null;
  const status = error.errors[0]?.extensions?.['status'];
  return typeof status === 'number' ? status : null;
}
