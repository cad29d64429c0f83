import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { isNetworkError, unexpected } from '../../lib/errors.ts';

/** A message that failed to be sent, for a reason that has no sentence of its own. */
export const notSent = 'An error occurred while sending your message.';

/** What to tell the builder when the chat refuses: the server's own sentence where it has one, else `otherwise`. */
export function chatSentence(error: unknown, otherwise = unexpected): string {
  if (ServerError.is(error) && error.statusCode === 429) return 'Rate limit exceeded. Please try again later.';
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.message ?? otherwise;
  if (isNetworkError(error)) return 'Not sent: the server cannot be reached.';
  return otherwise;
}
