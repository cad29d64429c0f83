import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { fromServer, translator } from '../../i18n/language.ts';
import { isNetworkError, unexpected } from '../../lib/errors.ts';

/** Fallback for a message whose sending failed. */
export const notSent = (): string => translator()('chat.sendFailed');

/** Notice at a message that did not reach the server. */
export const sentLater = (): string => translator()('chat.sendLater');

/** Message for a refused call of the chat: the server's own sentence where it has one, else `otherwise`. */
export function chatSentence(error: unknown, otherwise = unexpected()): string {
  const t = translator();
  if (ServerError.is(error) && error.statusCode === 429) return t('chat.rateLimit');
  if (CombinedGraphQLErrors.is(error)) return fromServer(error.errors[0]?.message ?? '') || otherwise;
  if (isNetworkError(error)) return t('chat.sendOffline');
  return otherwise;
}
