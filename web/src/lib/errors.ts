import { CombinedGraphQLErrors } from '@apollo/client/errors';

export const unexpected = 'An error occurred while processing your request please try again later.';

/** Connection errors, as browsers word them; they are transient. */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || CombinedGraphQLErrors.is(error)) return false;
  return error.name === 'AbortError' || /network|abort|fetch|load failed/i.test(error.message);
}

/** Message to show for an error: the server's own sentence, or a general one. */
export function sentence(error: unknown): string {
  if (CombinedGraphQLErrors.is(error)) return error.errors[0]?.message ?? unexpected;
  if (isNetworkError(error)) return 'The server cannot be reached. Check your connection and try again.';
  if (error instanceof Error && error.name === 'AuthError') return error.message;
  return unexpected;
}

/** The same for an optimistic change of the app. */
export function saveSentence(error: unknown): string {
  if (CombinedGraphQLErrors.is(error)) return sentence(error);
  return 'Failed saving app, your changes might be lost. Please try again or contact us.';
}

/** The refusal as an HTTP status (401, 404, 409), whatever its error code. */
export function errorStatus(error: unknown): number | null {
  if (!CombinedGraphQLErrors.is(error)) return null;
  const status = error.errors[0]?.extensions?.['status'];
  return typeof status === 'number' ? status : null;
}
