import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** The library names what is near in its messages; that would spell out the schema, which only admins may read. A message may be cut. */
const SUGGESTION = / Did you mean [^?]*(?:\?|$)/g;

export function withoutSuggestion(error: GraphQLError): GraphQLError {
  error.message = error.message.replace(SUGGESTION, '');
  return error;
}

/** Takes suggestions away from the errors of validation, which no mask sees. */
export function suggestNothing(): Plugin {
  return {
    onValidate:
      () =>
      ({ result }) => {
        for (const error of result) if (error instanceof GraphQLError) withoutSuggestion(error);
      },
  };
}
