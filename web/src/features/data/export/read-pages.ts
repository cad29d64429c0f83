import type { ExportRow } from './formats.ts';

/** Rows of one request. */
const PAGE = 1000;

/** A refusal by the server; the sentence is null without one, as of a proxy. */
export class ExportRefused extends Error {
  readonly sentence: string | null;
  readonly status: number;

  constructor(sentence: string | null, status: number) {
    super(sentence ?? '');
    this.sentence = sentence;
    this.status = status;
  }
}

/** All rows of a list, page by page from the last row read. `url` has no limit. Pages of large rows, which the server refuses, are halved. */
export async function* readPages(url: string): AsyncGenerator<readonly ExportRow[]> {
  let limit = PAGE;
  for (let after = ''; ; ) {
    const answer = await fetch(`${url}&limit=${limit}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`, {
      credentials: 'same-origin',
    });
    if (answer.status === 400 && limit > 1) {
      limit = Math.ceil(limit / 4);
      continue;
    }
    const body = (await answer.json().catch(() => null)) as readonly ExportRow[] | { readonly message?: string } | null;
    if (!Array.isArray(body)) throw new ExportRefused((body as { readonly message?: string } | null)?.message ?? null, answer.status);
    const rows = body as readonly ExportRow[];
    yield rows;
    if (rows.length < limit) return;
    after = String(rows.at(-1)?.['id'] ?? '');
  }
}
