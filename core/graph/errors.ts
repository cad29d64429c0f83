import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { z } from 'zod';
import { cut, DomainError, InvalidInput, type Logger } from '../contract/index.ts';
import { inPlainWords } from '../contract/words.ts';
import { fullDiskIn } from '../ports/disk-errors.ts';

/** Replaces the message of unexpected errors. */
export const MASKED = 'Something went wrong on our side. Please try again later.';

/** Maximum length of an error message: the library quotes invalid values in full. */
export const MAX_MESSAGE = 1000;

/** Maps every error of the graph: domain errors keep their message; unexpected errors are logged in full and masked. */
export function toGraphError(thrown: unknown, log: Logger, requestId: string | undefined): GraphQLError {
  const wrapper = thrown instanceof GraphQLError ? thrown : undefined;
  const original = wrapper?.originalError ?? (wrapper ? undefined : thrown);
  const place = wrapper ? { nodes: wrapper.nodes, source: wrapper.source, positions: wrapper.positions, path: wrapper.path } : {};
  if (wrapper && (original === undefined || original instanceof GraphQLError)) return refusal(wrapper, place);
  if (original instanceof DomainError) {
    const { code, status } = original;
    const issues = original instanceof InvalidInput && original.issues.length > 0 ? { issues: original.issues } : {};
    return new GraphQLError(original.message, { ...place, extensions: { code, status, ...issues } });
  }
  if (original instanceof z.ZodError) return invalidInput(original, place);
  log.error({ err: original, requestId, path: wrapper?.path?.join('.') }, 'Unexpected error in the graph');
  const full = fullDiskIn(original);
  if (full !== null) return new GraphQLError(full.message, { ...place, extensions: { code: full.code, status: full.status } });
  return new GraphQLError(MASKED, { ...place, extensions: { code: 'internal', status: 500, ...(requestId ? { requestId } : {}) } });
}

/** The location of an error in the operation. */
type Place = Pick<GraphQLErrorOptions, 'nodes' | 'source' | 'positions' | 'path'>;

/** Errors of syntax, validation and variables: the library's messages are clear enough. */
function refusal(error: GraphQLError, place: Place): GraphQLError {
  const { code } = error.extensions;
  const ours = typeof code === 'string' && !code.startsWith('GRAPHQL_');
  return new GraphQLError(cut(error.message, MAX_MESSAGE), {
    ...place,
    extensions: { status: 400, ...error.extensions, ...(ours ? {} : { code: 'invalid-input' }) },
  });
}

function invalidInput(error: z.ZodError, place: Place): GraphQLError {
  const issues = error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: inPlainWords({ ...issue, details: { ...issue } }),
  }));
  const [first] = issues;
  const message = first
    ? `${first.path === '' ? 'The input' : `"${first.path}"`} is not valid: ${first.message}.`
    : 'The input is not valid.';
  return new GraphQLError(message, { ...place, extensions: { code: 'invalid-input', status: 400, issues } });
}
