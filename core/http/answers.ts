import { isDeepStrictEqual } from 'node:util';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

/**
 * Response schemas describe answers; they do not rewrite them. A schema that left a field out would otherwise drop it, and parsing every
 * answer would slow the paths on which published apps read their rows.
 */
export const asItIs = (): ((data: unknown) => string) => JSON.stringify;

/** For tests: an answer that is not what its schema declares, or that has more, fails the call. */
export const asDeclared: FastifySerializerCompiler<unknown> = ({ schema, method, url, httpStatus }) => {
  // A stream or text with a content type of its own is described by content, and never serialised.
  if (!(schema instanceof z.ZodType)) return asItIs();
  return (data) => {
    const text = JSON.stringify(data) ?? 'null';
    const answered: unknown = JSON.parse(text);
    const { success, data: declared, error } = schema.safeParse(answered);
    if (success && isDeepStrictEqual(declared, answered)) return text;
    const reason = success ? `declares ${JSON.stringify(declared)} of ${text}` : z.prettifyError(error);
    throw new Error(`The ${httpStatus} answer of ${method} ${url} is not what its schema says: ${reason}`);
  };
};
