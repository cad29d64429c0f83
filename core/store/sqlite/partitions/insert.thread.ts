import { parentPort } from 'node:worker_threads';
import { Writability } from '../writability.ts';
import { PartitionFiles } from './files.ts';
import { insertLines } from './insert-lines.ts';
import { type FromThread, failureOf, type InsertTask, type ToThread } from './insert-wire.ts';

/** Inserts documents for the thread that answers requests, with connections of its own. */
const opened = new Map<string, PartitionFiles>();
const running = new Set<Promise<void>>();
const post = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'close') void close();
  else run(message.id, message.task);
});

function run(id: number, task: InsertTask): void {
  const ended = insert(id, task).finally(() => running.delete(ended));
  running.add(ended);
}

async function insert(id: number, task: InsertTask): Promise<void> {
  try {
    post({ kind: 'inserted', id, hasTable: await insertLines(filesOf(task), task.spec, task.documents) });
  } catch (error) {
    post({ kind: 'failed', id, failure: failureOf(error) });
  }
}

function filesOf({ spec, folder, durable }: InsertTask): PartitionFiles {
  const known = opened.get(folder);
  if (known !== undefined) return known;
  const checkpoints = { request: (file: string) => post({ kind: 'checkpoint', file }) };
  const files = new PartitionFiles({ spec, folder, durable, checkpoints, writability: new Writability(), declared: () => [] });
  opened.set(folder, files);
  return files;
}

async function close(): Promise<void> {
  await Promise.all(running);
  for (const files of opened.values()) await files.close();
  parentPort?.close();
}
