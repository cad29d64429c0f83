import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { fromServer, translator } from '../../i18n/language.ts';
import { isNetworkError, refusal, unexpected } from '../../lib/errors.ts';

/** Message for a refused call of the chat: the server's own sentence where it has one, else `otherwise`. */
export function chatSentence(error: unknown, otherwise = unexpected()): string {
  const t = translator();
  if (ServerError.is(error) && error.statusCode === 429) return t('chat.rateLimit');
  if (CombinedGraphQLErrors.is(error)) return fromServer(error.errors[0]?.message ?? '') || otherwise;
  if (isNetworkError(error)) return t('chat.sendOffline');
  return refusal(error) ?? otherwise;
}

/** What is shown at a message whose sending failed, and whether it may never have reached the server. */
export function sendFailure(error: unknown): { readonly failure: string; readonly isLost: boolean } {
  const t = translator();
  const isLost = isNetworkError(error);
  return { failure: isLost ? t('chat.sendLater') : chatSentence(error, t('chat.sendFailed')), isLost };
}
