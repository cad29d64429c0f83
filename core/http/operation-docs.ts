import type { OpenAPIV3_1 } from 'openapi-types';
import type { Access } from '../contract/index.ts';

type OperationObject = OpenAPIV3_1.OperationObject & { 'x-access'?: Access; 'x-errors'?: readonly number[] };

/** One operation of the document, with its path and method. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

/** The description that @fastify/swagger generates for an undescribed response. */
const UNNAMED = 'Default Response';

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The input is not valid.',
  401: 'The caller is not logged in, or the token has expired.',
  402: 'The plan or quota of the account does not allow it.',
  403: 'The caller may not do this.',
  404: 'There is no such thing, or the caller may not know of it.',
  409: 'The resource has changed concurrently, or the name is taken.',
  413: 'The body, or one of its parts, is too large.',
  415: 'The content type of the body is not supported.',
  422: 'The input is valid, but an account has this address already.',
  429: 'Too many calls in too short a time.',
  500: 'Something unexpected went wrong; the log of the server has the details.',
  501: 'This product has no such function.',
  502: 'A service that the server needs answers wrongly, such as the language model.',
  503: 'The server, or one that it needs, is not available.',
  504: 'A service that the server needs does not answer in time.',
};

/** The shared error responses. */
export const errorResponses = Object.fromEntries(
  Object.entries(MEANINGS).map(([status, description]) => [
    `Error${status}`,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]),
);

/** The accepted credentials. The empty alternative allows anonymous callers. */
export function securityOf(access: Access): OpenAPIV3_1.SecurityRequirementObject[] {
  if (access === 'public' || access === 'signature') return [];
  const people = [{ session: [] }, { bearer: [] }];
  return access === 'app' ? [...people, {}] : people;
}

/** Error statuses implied by an operation's access and input. */
function impliedErrors({ path, operation }: Operation): Set<number> {
  const access = operation['x-access'];
  const statuses = new Set([429, 500, ...(operation['x-errors'] ?? [])]);
  const add = (...more: number[]): void => more.forEach((status) => void statuses.add(status));
  if (operation.requestBody) add(400, 413, 415);
  if (operation.parameters?.some((parameter) => 'in' in parameter && parameter.in === 'query')) add(400);
  if (path.includes('{')) add(404);
  if (access !== undefined && access !== 'public' && access !== 'signature') add(401, 403);
  return statuses;
}

/** Adds the shared error responses to an operation. Declared responses take precedence. */
export function complete(one: Operation): void {
  const { operation } = one;
  const errors = [...impliedErrors(one)].sort((a, b) => a - b).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]);
  operation.responses = { ...Object.fromEntries(errors), ...operation.responses };
  for (const answer of Object.values(operation.responses ?? {})) {
    // The response refers to a shared schema, which has its own description.
    if ('description' in answer && answer.description === UNNAMED) answer.description = 'The call succeeded.';
  }
  delete operation['x-errors'];
}

/** The gaps in the description of an operation. */
export function undescribed({ path, method, operation }: Operation): string[] {
  const missing: string[] = [];
  const name = `${method.toUpperCase()} ${path}`;
  if (operation['x-access'] === undefined) missing.push('who may call it');
  if (!operation.security) missing.push('its security');
  if (!operation.summary && !operation.description) missing.push('what it does');
  const answers = Object.entries(operation.responses ?? {}).filter(([status]) => /^[23]/.test(status));
  if (answers.length === 0 || answers.some(([status, answer]) => !isDescribed(status, answer))) missing.push('what it answers');
  const errors = Object.entries(operation.responses ?? {}).filter(([status]) => /^[45]/.test(status));
  if (errors.length === 0 || errors.some(([, answer]) => !isError(answer))) missing.push('its errors in the one form');
  const takesBody = ['post', 'put', 'patch'].includes(method) && operation.requestBody !== undefined;
  if (takesBody && !JSON.stringify(operation.requestBody).includes('"schema"')) missing.push('its body');
  return missing.map((what) => `The OpenAPI document does not say of ${name}: ${what}.`);
}

function isError(answer: OpenAPIV3_1.ReferenceObject | OpenAPIV3_1.ResponseObject): boolean {
  return '$ref' in answer && answer.$ref.replace('#/components/responses/', '') in errorResponses;
}

/** Redirects and empty responses need a description; all others need a schema. */
function isDescribed(status: string, answer: unknown): boolean {
  const { description = '', content } = answer as OpenAPIV3_1.ResponseObject;
  if (status === '204' || status.startsWith('3')) return description !== '';
  return Object.values(content ?? {}).some(({ schema }) => schema !== undefined && Object.keys(schema).length > 0);
}
