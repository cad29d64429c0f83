import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { InvalidInput } from '../../../contract/errors.ts';
import { parseFilter } from '../../documents/filter.ts';
import { parseSort } from '../../documents/shape.ts';
import { BUSY_TIMEOUT_MS } from '../commits.ts';
import { answerQueries } from '../queries/child.ts';
import { Statements } from '../statements.ts';
import { readTable } from './file.ts';
import { removalLockOf } from './files.ts';
import { folded } from './fold.ts';
import { buildIndex } from './indexes.ts';
import { Planner, type Question, unboundedFor } from './plan.ts';
import { Reader } from './reader.ts';
import type { Answer, BuildTask, QueryTask, Request } from './wire.ts';

/** Runs long queries of partitions, and builds indexes, for its parent process. */
answerQueries((request: Request): Answer => {
  try {
    return { json: JSON.stringify(request.kind === 'build' ? build(request.task) : query(request.kind, request.task)) };
  } catch (error) {
    if (error instanceof InvalidInput) return { invalid: error.message };
    throw error;
  }
});

function query(kind: 'ids' | 'count', { file, spec, key, table: name, raw, sort, skip, limit }: QueryTask): string[] | number {
  const database = open(file, { readOnly: true });
  if (database === null) return kind === 'ids' ? [] : 0;
  try {
    database.exec('BEGIN');
    const statements = new Statements(database);
    const table = readTable(statements, spec, name);
    if (table === null) return kind === 'ids' ? [] : 0;
    const question: Question = {
      filter: folded(spec, parseFilter(raw), { key, table: name }),
      sort: parseSort(sort),
      skip,
      limit,
      after: null,
    };
    const planner = new Planner(table, statements, unboundedFor(table));
    const reader = new Reader(table, statements);
    const counted = kind === 'count' ? planner.count(question.filter) : null;
    if (counted !== null) return counted;
    for (const plan of planner.pages(question)) {
      if (kind === 'count') return reader.count(plan);
      const ids = reader.ids<string>(plan, '_id');
      if (ids !== null) return ids;
    }
    throw new Error('The query has no plan.');
  } finally {
    database.close();
  }
}

function build({ file, spec, id, index }: BuildTask): null {
  const database = open(file, { readOnly: false });
  if (database === null) return null;
  try {
    database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
    const isThere = database.prepare('SELECT 1 FROM "_tables" WHERE id = ?').get(id) !== undefined;
    if (isThere) buildIndex(database, spec, id, index);
    database.exec('COMMIT');
    return null;
  } finally {
    database.close();
  }
}

/** Null when the partition was removed. An open file is not removed. */
function open(file: string, { readOnly }: { readonly readOnly: boolean }): DatabaseSync | null {
  const lock = removalLockOf(dirname(file));
  try {
    return lock.opening(() => {
      if (!existsSync(file)) return null;
      const database = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS });
      // The first read opens the log, and holds the lock by which others know that the file is open.
      database.exec('SELECT 1 FROM sqlite_schema');
      return database;
    });
  } finally {
    lock.close();
  }
}
