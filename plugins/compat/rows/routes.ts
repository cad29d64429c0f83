import type {} from '@fastify/multipart';
import { type Http, type RequestContext, Unauthenticated } from '@sayso/core';
import { z } from 'zod';
import { InvalidQuery } from '../errors.ts';
import type { Compat } from '../service.ts';
import {
  countAnswer,
  groupsAnswer,
  importAnswer,
  pageAnswer,
  removed,
  removedMany,
  rowAnswer,
  rowsAnswer,
  updatedMany,
  upsertAnswer,
} from './answers.ts';

const MAX_IMPORT_BYTES = 10_000_000;
const base = '/api/apps/:appId/entities/:entity';
const tags = ['compat'];
const config = { access: 'app', does: 'look' } as const;
const tableParams = z.object({ appId: z.string(), entity: z.string() });
const rowParams = tableParams.extend({ id: z.string() });
const row = z.record(z.string(), z.unknown());
/** An empty parameter counts as missing. */
export const whole = z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number('must be a number').int().optional());
export const q = z.string().max(20_000).optional();
export const sort = z.string().max(200).optional();
export const fields = z.string().max(4000).optional();

export const pageQuery = z.object({
  q,
  sort,
  fields,
  limit: whole,
  cursor: z.string().max(40_000).optional(),
  distinct: z.string().max(200).optional(),
});

/** A 401 for an invalid token, instead of what visitors get: the client logs in again. */
export function checkToken({
  sayso,
  headers,
}: {
  readonly sayso: RequestContext;
  readonly headers: { authorization?: string | undefined };
}) {
  if (sayso.actor.kind === 'anonymous' && headers.authorization !== undefined) throw new Unauthenticated();
}

/** When the bytes of a list are sent. */
function deliveryOf(sayso: RequestContext, raw: { readonly closed: boolean; once(event: 'close', listener: () => void): unknown }) {
  return {
    get signal() {
      return sayso.signal;
    },
    whenSent(done: () => void): void {
      if (raw.closed) done();
      else raw.once('close', done);
    },
  };
}

/** The rows of an app's tables, as the client of another product calls them. */
export function rowRoutes(http: Http, compat: () => Compat): void {
  readRoutes(http, compat);
  writeRoutes(http, compat);
  groupRoutes(http, compat);
}

function readRoutes(http: Http, compat: () => Compat): void {
  http.get(
    base,
    {
      config: { ...config, errors: [503] },
      schema: {
        tags,
        summary: 'Rows, newest first unless sorted, filtered by `q`; at most 5000',
        params: tableParams,
        querystring: z.object({ q, sort, fields, limit: whole, skip: whole }),
        response: { 200: rowsAnswer },
      },
    },
    ({ sayso, params, query }, reply) => compat().rows.list(sayso.actor, params, query, deliveryOf(sayso, reply.raw)),
  );
  http.get(
    `${base}/v2/list`,
    {
      config: { ...config, errors: [503] },
      schema: {
        tags,
        summary: 'One page of rows, or of the values of a field, with a cursor for the next',
        params: tableParams,
        querystring: pageQuery,
        response: { 200: pageAnswer },
      },
    },
    ({ sayso, params, query }, reply) => compat().rows.page(sayso.actor, params, query, deliveryOf(sayso, reply.raw)),
  );
  http.get(
    `${base}/count`,
    {
      config: { ...config, errors: [503] },
      schema: {
        tags,
        summary: 'How many rows match `q`',
        params: tableParams,
        querystring: z.object({ q }),
        response: { 200: countAnswer },
      },
    },
    async ({ sayso, params, query }) => ({ count: await compat().rows.count(sayso.actor, params, query.q) }),
  );
  http.get(
    `${base}/:id`,
    { config, schema: { tags, summary: 'One row', params: rowParams, response: { 200: rowAnswer } } },
    ({ sayso, params }) => compat().rows.get(sayso.actor, params, params.id),
  );
}

function writeRoutes(http: Http, compat: () => Compat): void {
  http.post(
    base,
    {
      config: { ...config, does: 'change-rows' },
      schema: { tags, summary: 'Adds a row', params: tableParams, body: row, response: { 200: rowAnswer } },
    },
    ({ sayso, params, body }) => compat().rows.create(sayso.actor, params, body),
  );
  http.put(
    `${base}/:id`,
    {
      config: { ...config, does: 'change-rows' },
      schema: { tags, summary: 'Changes the given fields of a row', params: rowParams, body: row, response: { 200: rowAnswer } },
    },
    ({ sayso, params, body }) => compat().rows.update(sayso.actor, params, params.id, body),
  );
  http.delete(
    `${base}/:id`,
    {
      config: { ...config, does: 'change-rows' },
      schema: { tags, summary: 'Removes a row', params: rowParams, response: { 200: removed } },
    },
    async ({ sayso, params }) => {
      await compat().rows.remove(sayso.actor, params, params.id);
      return { success: true, id: params.id };
    },
  );
  http.delete(
    base,
    {
      config: { ...config, does: 'change-rows' },
      schema: {
        tags,
        summary: 'Removes the rows that match the query in the body',
        params: tableParams,
        body: row.nullish(),
        response: { 200: removedMany },
      },
    },
    async ({ sayso, params, body }) => ({ success: true, deleted: await compat().rows.removeMany(sayso.actor, params, body) }),
  );
  http.post(
    `${base}/bulk`,
    {
      config: { ...config, does: 'change-rows' },
      bodyLimit: MAX_IMPORT_BYTES,
      schema: { tags, summary: 'Adds up to 1000 rows', params: tableParams, body: z.array(row), response: { 200: rowsAnswer } },
    },
    ({ sayso, params, body }) => compat().rows.createMany(sayso.actor, params, body),
  );
  http.post(
    `${base}/import`,
    {
      config: { ...config, does: 'change-rows', form: { file: 'Text in CSV with a line of names, or JSON: a list of rows.' } },
      schema: { tags, summary: 'Adds the rows of a CSV or JSON file', params: tableParams, response: { 200: importAnswer } },
    },
    async (request) => {
      const file = await request.file({ limits: { fileSize: MAX_IMPORT_BYTES, files: 1 } });
      if (!file) throw new InvalidQuery('Please upload a file');
      const { filename: name, mimetype: type, file: body } = file;
      try {
        return await compat().rows.import(request.sayso.actor, request.params, { name, type, body });
      } finally {
        // Drains what a rejected upload left unread: clients read the response once they have sent everything.
        body.resume();
      }
    },
  );
}

/** The calls of the newest client. */
function groupRoutes(http: Http, compat: () => Compat): void {
  const names = z.union([z.string(), z.array(z.string()).max(20)]);
  const unit = z.enum(['day', 'week', 'month', 'year']);
  const aggregation = z.object({
    query: row.optional(),
    groupBy: names.optional(),
    dateBucket: z.object({ field: z.string(), unit }).optional(),
    count: z.boolean().optional(),
    sum: names.optional(),
    avg: names.optional(),
    min: names.optional(),
    max: names.optional(),
    countDistinct: names.optional(),
    having: row.optional(),
    sort: z.string().max(400).optional(),
    limit: z.number().optional(),
  });
  http.post(
    `${base}/aggregate`,
    { config, schema: { tags, summary: 'Rows by groups', params: tableParams, body: aggregation, response: { 200: groupsAnswer } } },
    ({ sayso, params, body }) => compat().rows.aggregate(sayso.actor, params, body),
  );
  http.post(
    `${base}/upsert`,
    {
      config: { ...config, does: 'change-rows' },
      bodyLimit: MAX_IMPORT_BYTES,
      schema: {
        tags,
        summary: 'Updates the rows with these keys, adds the others; up to 500',
        params: tableParams,
        body: z.object({ records: z.array(row).max(500), key: names }),
        response: { 200: upsertAnswer },
      },
    },
    ({ sayso, params, body }) => compat().rows.upsert(sayso.actor, params, body.records, [body.key].flat()),
  );
  http.patch(
    `${base}/update-many`,
    {
      config: { ...config, does: 'change-rows' },
      schema: {
        tags,
        summary: 'Changes all rows that match',
        params: tableParams,
        body: z.object({ query: row, data: row }),
        response: { 200: updatedMany },
      },
    },
    async ({ sayso, params, body }) => {
      const updated = await compat().rows.updateMany(sayso.actor, params, body.query, body.data);
      return { success: true, updated, has_more: false };
    },
  );
  http.put(
    `${base}/bulk`,
    {
      config: { ...config, does: 'change-rows' },
      bodyLimit: MAX_IMPORT_BYTES,
      schema: { tags, summary: 'Changes up to 500 rows', params: tableParams, body: z.array(row).max(500), response: { 200: rowsAnswer } },
    },
    ({ sayso, params, body }) => compat().rows.updateEach(sayso.actor, params, body),
  );
}
