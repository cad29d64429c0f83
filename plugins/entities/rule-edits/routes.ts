import type { Http } from '@sayso/core';
import { OPERATIONS } from '@sayso/core/rules';
import { z } from 'zod';
import type { Entities } from '../service.ts';

const params = z.object({ appId: z.string(), entity: z.string() });
const operation = z.enum(OPERATIONS);
/** A rule of `core/rules/rule.ts`, which nests. */
const anyRule = z.looseObject({ kind: z.string() });
const shown = z.object({
  versionId: z.string().nullable(),
  digest: z.string(),
  table: z.record(operation, z.object({ rule: anyRule, isOwn: z.boolean() })),
  fields: z.record(z.string(), z.object({ isInParts: z.boolean(), rules: z.partialRecord(operation, anyRule) })),
});
const given = z.object({
  digest: z.string().max(100),
  operation,
  field: z.string().max(200).nullable().default(null),
  rule: anyRule.nullable(),
});

const tags = ['entities'];
const base = '/live_api/apps/:appId/entities/:entity/rules';

/** On the builder host only: rules belong to the app's next version. */
export function ruleRoutes(http: Http, entities: () => Entities): void {
  http.get(
    base,
    {
      config: { access: 'builder', does: 'look' },
      schema: {
        tags,
        summary: 'Who may read, add, change and delete rows of a table, and its single fields',
        params,
        response: { 200: shown },
      },
    },
    ({ sayso, params: address }) => entities().ruleEdits.read(sayso.actor, address),
  );
  http.post(
    base,
    {
      config: { access: 'builder', does: 'change-app', errors: [409] },
      schema: {
        tags,
        summary: 'Changes one rule of a table or of a field by a new version',
        params,
        body: given,
        response: { 200: shown },
      },
    },
    ({ sayso, params: address, body }) => entities().ruleEdits.edit(sayso.actor, address, body),
  );
  http.post(
    `${base}/undo`,
    {
      config: { access: 'builder', does: 'change-app', errors: [409] },
      schema: {
        tags,
        summary: 'Undoes the change of a rule that a version made',
        params,
        body: z.object({ versionId: z.string() }),
        response: { 200: z.object({ versionId: z.string() }) },
      },
    },
    ({ sayso, params: address, body }) => entities().ruleEdits.undo(sayso.actor, address, body.versionId),
  );
}
