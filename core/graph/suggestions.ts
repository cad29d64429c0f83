import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** The library suggests similar names, which would leak the schema; only admins may read it. A message may be truncated. */
const SUGGESTION = / Did you mean [^?]*(?:\?|$)/g;

export function withoutSuggestion(error: GraphQLError): GraphQLError {
  error.message = error.message.replace(SUGGESTION, '');
  return error;
}

/** Removes suggestions from validation errors, which `maskError` does not see. */
export function suggestNothing(): Plugin {
  return {
    onValidate:
      () =>
      ({ result }) => {
        for (const error of result) if (error instanceof GraphQLError) withoutSuggestion(error);
      },
  };
}
