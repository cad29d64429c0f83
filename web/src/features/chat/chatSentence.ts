import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { isNetworkError, unexpected } from '../../lib/errors.ts';

/** Fallback for a message whose sending failed. */
export const notSent = 'An error occurred while sending your message.';

/** Message for a refused call of the chat: the server's own sentence where it has one, else `otherwise`. */
export function chatSentence(error: unknown, otherwise = unexpected): string {
  if (ServerError.is(error) && error.statusCode === 429) return 'Rate limit exceeded. Please try again later.';
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.message ?? otherwise;
  if (isNetworkError(error)) return 'Not sent: the server cannot be reached.';
  return otherwise;
}
