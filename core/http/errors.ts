import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { DomainError, InvalidInput } from '../contract/index.ts';
import { inPlainWords } from '../contract/words.ts';
import { fullDiskIn } from '../ports/disk-errors.ts';

/** Replaces the message of unexpected errors. */
const MASKED = 'Something went wrong on our side. Please try again later.';

/** The error format: flat for our own clients, and nested for clients that read `error.message`. */
export interface WireError {
  readonly message: string;
  readonly code: string;
  readonly error: { readonly message: string; readonly code: string };
  readonly issues?: InvalidInput['issues'];
  readonly requestId?: string;
}

export interface MappedError {
  readonly status: number;
  readonly body: WireError;
  /** Whether to log the error with its stack. */
  readonly unexpected: boolean;
}

/** Replacements for Fastify's errors that tell the caller what to change. */
const SERVER_ERRORS: Readonly<Record<string, readonly [code: string, message: string, status?: number]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid-input', 'The body is not valid JSON.'],
  FST_ERR_BAD_URL: ['invalid-input', 'This address is not valid.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'This content type is not supported here.'],
  FST_REQ_FILE_TOO_LARGE: ['too-large', 'The file is too large.'],
  FST_FILES_LIMIT: ['too-large', 'There are too many files.'],
  FST_PARTS_LIMIT: ['too-large', 'The form has too many parts.'],
  FST_FIELDS_LIMIT: ['too-large', 'The form has too many fields.'],
  // Fastify's status 406 is wrong here: it is about response types.
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported-media-type', 'This call needs a form with a file (multipart/form-data).', 415],
};

/** Maps every error of the HTTP hosts. */
export function toWireError(thrown: unknown, requestId: string): MappedError {
  if (thrown instanceof DomainError) {
    const issues = thrown instanceof InvalidInput ? thrown.issues : [];
    return mapped(thrown.status, thrown.code, thrown.message, { issues });
  }
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    const where = (thrown as FastifyError).validationContext ?? 'input';
    return invalid(where === 'querystring' ? 'query' : where, thrown.validation.map(issueOf));
  }
  if (thrown instanceof z.ZodError) {
    return invalid(
      'input',
      thrown.issues.map(({ path, code, message, ...details }) => ({
        path: path.join('.'),
        message: inPlainWords({ code: String(code), message, details }),
      })),
    );
  }
  const full = fullDiskIn(thrown);
  // The store logs its own; this one is of another folder, such as that of temporary files.
  if (full !== null) return { ...mapped(full.status, full.code, full.message), unexpected: true };
  return refusedByServer(thrown) ?? { ...mapped(500, 'internal', MASKED, { requestId }), unexpected: true };
}

/** Maps a 4xx error of Fastify; null for other errors. */
function refusedByServer(thrown: unknown): MappedError | null {
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Partial<FastifyError>;
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  const known = SERVER_ERRORS[error.code ?? ''] ?? (['invalid-input', error.message ?? 'The request is not valid.'] as const);
  const [code, message, own = status] = known;
  return mapped(own, code, message);
}

function issueOf({
  instancePath,
  keyword,
  message = 'is not valid',
  params,
}: FastifySchemaValidationError): InvalidInput['issues'][number] {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
  // Fastify passes a missing body as null.
  const isLeftOut = path === '' && message.endsWith('received null');
  return { path, message: isLeftOut ? 'is missing' : inPlainWords({ code: keyword, message, details: params }) };
}

function invalid(where: string, issues: InvalidInput['issues']): MappedError {
  const [first] = issues;
  const place = first === undefined || first.path === '' ? `The ${where}` : `"${first.path}" in the ${where}`;
  const { message = 'see the documentation' } = first ?? {};
  const fault = /^(?:must|is|has|needs) /.test(message) ? message : `is not valid: ${message}`;
  return mapped(400, 'invalid-input', `${place} ${fault.replace(/\.$/, '')}.`, { issues });
}

interface Details {
  readonly issues?: InvalidInput['issues'];
  readonly requestId?: string;
}

function mapped(status: number, code: string, message: string, { issues = [], requestId }: Details = {}): MappedError {
  const body = { message, code, error: { message, code }, ...(issues.length > 0 ? { issues } : {}), ...(requestId ? { requestId } : {}) };
  return { status, body, unexpected: false };
}
