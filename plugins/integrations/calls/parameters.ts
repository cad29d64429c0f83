import type {} from '@fastify/multipart';
import type { z } from 'zod';
import { InvalidParameters, NamedParametersOnly } from '../errors.ts';
import type { IntegrationEndpoint } from '../ref.ts';

/** The parameters of a call as they arrived: text and files of a form, or JSON. */
export interface Parameters {
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether texts may be the JSON of other values, as in forms. */
  readonly isForm: boolean;
}

/** The parameters of a JSON body. Throws `NamedParametersOnly` for anything but an object. */
export function ofJson(body: unknown, endpoint: string): Parameters {
  if (body === undefined || body === null) return { values: {}, isForm: false };
  if (typeof body !== 'object' || Array.isArray(body)) throw new NamedParametersOnly(endpoint);
  return { values: body as Record<string, unknown>, isForm: false };
}

/** The input of an endpoint. Throws `InvalidParameters`, which names the first one that does not fit. */
export function parseInput({ name, input }: Pick<IntegrationEndpoint, 'name' | 'input'>, { values, isForm }: Parameters): unknown {
  const first = input.safeParse(values);
  if (first.success) return first.data;
  const second = isForm ? input.safeParse(withJson(values, first.error)) : first;
  if (second.success) return second.data;
  const issues = second.error.issues.map(({ path, message }) => ({ path: path.join('.'), message: message.replace(/\.$/, '') }));
  const [issue] = issues;
  // A sentence of its own, such as those of the specification.
  if (issue && second.error.issues[0]?.code === 'custom') throw new InvalidParameters(issue.message, issues);
  throw new InvalidParameters(
    `The parameter "${issue?.path ?? ''}" of ${name} does not fit: ${issue?.message ?? 'it is not valid'}.`,
    issues,
  );
}

/** Replaces the texts that did not fit by the JSON in them. */
function withJson(values: Parameters['values'], { issues }: z.ZodError): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...values };
  for (const { path } of issues) {
    const key = String(path[0] ?? '');
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (typeof value !== 'string') continue;
    try {
      changed[key] = JSON.parse(value);
    } catch {
      // Not JSON: the first check has named it.
    }
  }
  return changed;
}
