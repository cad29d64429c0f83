import { z } from 'zod';
import { faultsOf } from './fit.ts';
import type { JsonSchema } from './schema.ts';

/** Checks an answer of a model against the schema of the caller, which the model is shown as it is. */
export function fitting(schema: JsonSchema): z.ZodType<unknown> {
  const { id: _id, $id: _uri, ...shown } = schema as Readonly<Record<string, unknown>>;
  return z
    .unknown()
    .superRefine((value, context) => {
      for (const message of faultsOf(schema, value)) context.addIssue({ code: 'custom', message });
    })
    .meta(shown);
}
