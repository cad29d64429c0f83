import { Readable } from 'node:stream';
import type { Http } from '@sayso/core';
import { z } from 'zod';
import type { ChatService } from '../service.ts';
import type { ListedRating } from './ratings.ts';
import { RATING_FILTERS } from './state.ts';

const COLUMNS = [
  'at',
  'rating',
  'comment',
  'appName',
  'model',
  'promptVersion',
  'tokens',
  'cost',
] as const satisfies readonly (keyof ListedRating)[];
/** The characters that make a spreadsheet read a cell as a formula: comments and names of apps are written by builders. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

export function ratingRoutes(http: Http, chat: () => ChatService): void {
  http.get(
    '/api/chat/ratings.csv',
    {
      config: { access: 'admin', does: 'look' },
      schema: {
        tags: ['chat'],
        summary: 'The ratings of answers as CSV, newest first',
        querystring: z.object({ filter: z.enum(RATING_FILTERS).optional() }),
        response: {
          200: { description: 'Text in CSV.', content: { 'text/csv': { schema: z.string() as unknown as z.ZodType<Readable> } } },
        },
      },
    },
    async (request, reply) => {
      const body = Readable.from(lines(chat().ratings.all(request.query.filter ?? null)), { objectMode: false });
      return reply
        .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="ratings.csv"' })
        .send(body);
    },
  );
}

async function* lines(ratings: AsyncIterable<ListedRating>): AsyncGenerator<string> {
  // Excel reads UTF-8 by this mark alone.
  yield `\uFEFF${COLUMNS.join(',')}\r\n`;
  for await (const rating of ratings) yield `${COLUMNS.map((column) => cell(rating[column])).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
