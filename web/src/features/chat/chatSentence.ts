import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { isNetworkError, unexpected } from '../../lib/errors.ts';

/** What to tell the builder when the chat refuses: the server's own sentence where it has one. */
export function chatSentence(error: unknown): string {
  if (ServerError.is(error) && error.statusCode === 429) return 'Rate limit exceeded. Please try again later.';
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.message ?? unexpected;
  if (isNetworkError(error)) return 'Not sent: the server cannot be reached.';
  return unexpected;
}
