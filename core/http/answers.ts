import { isDeepStrictEqual } from 'node:util';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

/**
 * Serializes responses without their schema. Response schemas only document: applying them would drop undeclared fields, and parsing each
 * response would slow down the hot path on which published apps read rows.
 */
export const serializeUnchecked = (): ((data: unknown) => string) => JSON.stringify;

/** For tests: fails a call whose response does not match its schema exactly. */
export const serializeChecked: FastifySerializerCompiler<unknown> = ({ schema, method, url, httpStatus }) => {
  // Streams and texts with their own content type have no Zod schema and are not serialized.
  if (!(schema instanceof z.ZodType)) return serializeUnchecked();
  return (data) => {
    const text = JSON.stringify(data) ?? 'null';
    const answered: unknown = JSON.parse(text);
    const { success, data: declared, error } = schema.safeParse(answered);
    if (success && isDeepStrictEqual(declared, answered)) return text;
    const reason = success ? `declares ${JSON.stringify(declared)} of ${text}` : z.prettifyError(error);
    throw new Error(`The ${httpStatus} response of ${method} ${url} does not match its schema: ${reason}`);
  };
};
