import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BudgetExceeded, InvalidInput } from '../../../contract/errors.ts';
import { checkResult, Groups } from '../../documents/aggregation.ts';
import { parseFilter } from '../../documents/filter.ts';
import { parseSort } from '../../documents/shape.ts';
import type { Document } from '../../documents/values.ts';
import { BUSY_TIMEOUT_MS } from '../commits.ts';
import { answerQueries } from '../queries/child.ts';
import { Statements } from '../statements.ts';
import { aggregated, planOf } from './aggregates.ts';
import { readTable } from './file.ts';
import { removalLockOf } from './files.ts';
import { folded } from './fold.ts';
import { buildIndex } from './indexes.ts';
import { Planner, type Question, unboundedFor } from './plan.ts';
import { Reader } from './reader.ts';
import type { Table } from './table.ts';
import type { AggregateTask, Answer, BuildTask, QueryTask, Request } from './wire.ts';

/** Runs long queries of partitions, and builds indexes, for its parent process. */
answerQueries((request: Request): Answer => {
  try {
    return { json: answerOf(request) };
  } catch (error) {
    if (error instanceof BudgetExceeded) return { isTooLarge: true };
    if (error instanceof InvalidInput) return { invalid: error.message };
    throw error;
  }
});

function answerOf(request: Request): string {
  if (request.kind === 'build') return JSON.stringify(build(request.task));
  if (request.kind !== 'aggregate') return JSON.stringify(query(request.kind, request.task));
  const json = JSON.stringify(aggregate(request.task));
  if (request.task.bytes !== null) checkResult(json, request.task.bytes);
  return json;
}

function query(kind: 'ids' | 'count', { raw, sort, skip, limit, ...at }: QueryTask): string[] | number {
  return inTable<string[] | number>(at, kind === 'ids' ? [] : 0, (table, statements) => {
    const filter = folded(at.spec, parseFilter(raw), at);
    const question: Question = { filter, sort: parseSort(sort), skip, limit, after: null };
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
  });
}

function aggregate({ raw, aggregation, ...at }: AggregateTask): Document[] {
  return inTable(at, new Groups(aggregation).rows(), (table, statements) => {
    const filter = folded(at.spec, parseFilter(raw), at);
    const plan = planOf(filter, new Planner(table, statements, unboundedFor(table)));
    return aggregated(plan, aggregation, new Reader(table, statements));
  });
}

/** Reads a table in one snapshot; `empty` when there is none. */
function inTable<T>(
  { file, spec, table: name }: Pick<QueryTask, 'file' | 'spec' | 'table'>,
  empty: T,
  read: (table: Table, statements: Statements) => T,
): T {
  const database = open(file, { readOnly: true });
  if (database === null) return empty;
  try {
    database.exec('BEGIN');
    const statements = new Statements(database);
    const table = readTable(statements, spec, name);
    return table === null ? empty : read(table, statements);
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
