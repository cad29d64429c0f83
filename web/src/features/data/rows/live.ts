import type { ApolloClient } from '@apollo/client';
import { RowsChangedDocument, type RowsChangedSubscription } from '../../../gen/rowsChanged.ts';
import type { Row, TableAddress } from './api.ts';
import type { RowPages } from './pages.ts';

type Change = RowsChangedSubscription['rowsChanged'][number];

/** Rows are read after this time, whether their changes are received by then or not. */
const FIRST_READ_MS = 300;
const AGAIN_MS = 2000;

/** Reads the rows, and applies the changes of other people from then on. Returns the function that ends it. */
export function followChanges(client: ApolloClient, table: TableAddress, pages: RowPages): () => void {
  let isRead = false;
  let timer = setTimeout(() => read(), FIRST_READ_MS);
  const read = () => {
    clearTimeout(timer);
    if (isRead) pages.reloadSoon();
    else void pages.reload();
    isRead = true;
  };
  const apply = ({ event, row }: Change) => {
    // Changes before this moment may have been missed.
    if (event === 'ready') read();
    else if (isRead) applyChange(pages, event, row as Row);
  };
  const open = () =>
    client.subscribe({ query: RowsChangedDocument, variables: table }).subscribe({
      next: ({ data }) => data?.rowsChanged.forEach(apply),
      error: again,
      complete: again,
    });
  // It ends with the builder's permission, too, which may come back.
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isRead) read();
      following = open();
    }, AGAIN_MS);
  };
  let following = open();
  return () => {
    clearTimeout(timer);
    following.unsubscribe();
  };
}

function applyChange(pages: RowPages, event: Change['event'], row: Row): void {
  const isNewestFirst = pages.query.sort === '-createdAt' && pages.query.filter === null;
  switch (event) {
    case 'created':
      // A row that is restored is older than others.
      if (isNewestFirst && String(row['createdAt']) >= String(pages.row(0)?.['createdAt'] ?? '')) pages.arrive(row);
      else pages.reloadSoon();
      break;
    case 'updated':
      pages.replace(row);
      break;
    case 'deleted':
      if (pages.indexOf(row.id) >= 0) pages.remove(new Set([row.id]));
      else pages.reloadSoon();
      break;
    default:
      pages.reloadSoon();
  }
}
