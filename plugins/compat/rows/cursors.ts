import { z } from 'zod';
import { InvalidCursor } from '../errors.ts';

/** The walk that a cursor continues. Not a secret: each page checks the caller and the query again. */
const walk = z.object({
  q: z.string().optional(),
  sort: z.string().optional(),
  fields: z.string().optional(),
  distinct: z.string().optional(),
  after: z.string(),
  /** When the row of `after` was made. Absent in cursors of values, and of earlier releases. */
  at: z.string().optional(),
});
export type Walk = z.infer<typeof walk>;
type Asked = { readonly [Name in 'q' | 'sort' | 'fields' | 'distinct']?: string | undefined };

export function toCursor(given: Walk): string {
  return Buffer.from(JSON.stringify(given)).toString('base64url');
}

/** Throws `InvalidCursor` for a text that is none, and for another query, sort or fields than those of its walk. */
export function fromCursor(cursor: string, asked: Asked): Walk {
  const found = walk.safeParse(parsed(cursor));
  if (!found.success) throw new InvalidCursor('This cursor is not one of this list.');
  for (const name of ['q', 'sort', 'fields', 'distinct'] as const) {
    if (asked[name] !== undefined && asked[name] !== found.data[name])
      throw new InvalidCursor(`A cursor continues its own list: \`${name}\` differs from that of the first page.`);
  }
  return found.data;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
