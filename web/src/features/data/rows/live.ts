import type { Row } from './api.ts';
import type { RowPages } from './pages.ts';

/** Applies the changes of other people; the browser connects again by itself. Returns the function that ends it. */
export function followChanges(url: string, pages: RowPages): () => void {
  const source = new EventSource(url);
  const isNewestFirst = pages.query.sort === '-createdAt' && pages.query.filter === null;
  const read = (event: MessageEvent): Row => JSON.parse(String(event.data)) as Row;
  let wasReady = false;
  source.addEventListener('ready', () => {
    // Changes between the first reading and this moment are rare; those while it was disconnected are announced by `reset`.
    if (wasReady) pages.reloadSoon();
    wasReady = true;
  });
  source.addEventListener('created', (event) => {
    const row = read(event);
    // A row that is restored is older than others.
    if (isNewestFirst && String(row['createdAt']) >= String(pages.row(0)?.['createdAt'] ?? '')) pages.arrive(row);
    else pages.reloadSoon();
  });
  source.addEventListener('updated', (event) => pages.replace(read(event)));
  source.addEventListener('deleted', (event) => {
    const { id } = read(event);
    if (pages.indexOf(id) >= 0) pages.remove(new Set([id]));
    else pages.reloadSoon();
  });
  source.addEventListener('reset', () => pages.reloadSoon());
  return () => source.close();
}
