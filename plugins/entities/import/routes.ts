import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { Http } from '@sayso/core';
import { z } from 'zod';
import { property } from '../columns/routes.ts';
import { InvalidImport } from '../errors.ts';
import { rowsQuery } from '../rows/parameters.ts';
import type { Entities } from '../service.ts';
import { cellEdit, columnMapping } from './columns.ts';
import { EXISTING } from './kept.ts';
import { IMPORT_STATES, importError, undoneRows } from './state.ts';

const base = '/live_api/apps/:appId/entities/:entity/imports';
const tags = ['entities'];
const tableParams = z.object({ appId: z.string(), entity: z.string() });
const importParams = tableParams.extend({ id: z.string() });
const MAX_OPTIONS = 4_000_000;
const MAX_EDITS = 5000;

const options = z.object({
  columns: z.array(columnMapping).max(500).optional(),
  edits: z.array(cellEdit).max(MAX_EDITS).optional(),
  key: z
    .union([z.string(), z.array(z.string())])
    .transform((key) => [key].flat())
    .optional(),
  existing: z.enum(EXISTING).optional(),
  fields: z.record(z.string().max(64), property).optional(),
});

const importState = z
  .object({
    id: z.string(),
    appId: z.string(),
    entity: z.string(),
    fileName: z.string(),
    state: z.enum(IMPORT_STATES),
    done: z.number().describe('Rows of the file that are stored or have failed.'),
    total: z.number().describe('Rows of the file.'),
    stored: z.number().describe('Rows in the table; counted there before the state is `done`.'),
    failed: z.number(),
    skipped: z.number().describe('Rows that were left out, because rows of the table have their ids.'),
    replaced: z.number().describe('Rows of the table that rows of the file with their ids have replaced.'),
    withoutCreator: z.number().describe('Rows without an owner, because their creators are none of the people of the app.'),
    canUndo: z.boolean(),
    undone: undoneRows
      .nullable()
      .describe('What its undo has done: rows removed, and rows with (`restored`) or without (`lost`) their former state.'),
    errors: z.array(importError).describe('The first 100.'),
    error: z.string().nullable().describe('Why it failed.'),
    createdAt: z.string(),
  })
  .meta({ id: 'RowImport', description: 'An import by a job.' });

/** Imports of large files, on the builder host only. */
export function importRoutes(http: Http, entities: () => Entities): void {
  http.post(
    base,
    {
      config: {
        access: 'builder',
        does: 'change-rows',
        errors: [409, 413],
        form: {
          options:
            'JSON, before the file: `columns`, `edits`, and `key`, the fields by which rows are updated rather than added. People who build the app map columns to `id`, `createdAt`, `updatedAt` and `creatorId`, too; `existing` says what happens to rows whose ids rows of the table have: `fail`, `skip` or `replace`. `fields` makes columns first, by field, or the table; an import that ends without a row in the table takes them back.',
          file: 'Text in CSV with a line of names, or an Excel workbook.',
        },
      },
      schema: {
        tags,
        summary: 'Starts an import of a CSV or XLSX file by a job',
        params: tableParams,
        querystring: rowsQuery,
        response: { 200: importState },
      },
    },
    async (request) => {
      const fileSize = entities().importMaxBytes;
      const file = await request.file({ limits: { fileSize, files: 1, fields: 1, fieldSize: MAX_OPTIONS } });
      if (!file) throw new InvalidImport('Please upload a file');
      const { filename: name, mimetype: type, file: body, fields } = file;
      try {
        const source = { name, type, body };
        return await entities().imports.start(
          request.sayso.actor,
          { ...request.params, ...request.query },
          source,
          parseOptions(fields['options']),
        );
      } finally {
        // Drains what a rejected upload left unread: clients read the response once they have sent everything.
        body.resume();
      }
    },
  );
  http.get(
    `${base}/:id`,
    {
      config: { access: 'builder', does: 'look' },
      schema: { tags, summary: 'How far an import is', params: importParams, response: { 200: importState } },
    },
    ({ sayso, params }) => entities().imports.get(sayso.actor, params.appId, params.id),
  );
  http.delete(
    `${base}/:id`,
    {
      config: { access: 'builder', does: 'change-rows' },
      schema: {
        tags,
        summary: 'Ends an import; stored rows stay, columns that it made without one go',
        params: importParams,
        response: { 200: importState },
      },
    },
    ({ sayso, params }) => entities().imports.cancel(sayso.actor, params.appId, params.id),
  );
  http.post(
    `${base}/:id/undo`,
    {
      config: { access: 'builder', does: 'change-rows', errors: [409] },
      schema: {
        tags,
        summary: 'Starts the undo of an import: rows that it added move to the trash, those that it replaced get their former states back',
        params: importParams,
        response: { 200: importState },
      },
    },
    ({ sayso, params }) => entities().imports.undo(sayso.actor, params.appId, params.id),
  );
  http.get(
    `${base}/:id/report`,
    {
      config: { access: 'builder', does: 'look' },
      schema: {
        tags,
        summary: 'The failed rows as CSV, each with its problems',
        params: importParams,
        response: { 200: z.string().describe('Text in CSV.') },
      },
    },
    async ({ sayso, params }, reply) => {
      const { name, body } = await entities().imports.report(sayso.actor, params.appId, params.id);
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
      return reply.send(Readable.from(body) as unknown as string);
    },
  );
}

function parseOptions(field: unknown): z.output<typeof options> {
  const value = typeof field === 'object' && field !== null && 'value' in field ? field.value : '{}';
  try {
    return options.parse(JSON.parse(String(value)));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    throw new InvalidImport(`The options of the import are invalid: ${issue ? `${issue.path.join('.')}: ${issue.message}` : 'not JSON.'}`);
  }
}
