import type { Migration } from '@sayso/core';
import type { collections } from './collections.ts';

export const migrations: readonly Migration<typeof collections>[] = [
  // Calls and files are counted by the limits of the core.
  { name: 'drop-usage', run: ({ drop }) => drop('usage') },
];
