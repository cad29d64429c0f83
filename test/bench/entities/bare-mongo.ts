import { newId } from '@sayso/core';
import { MongoClient } from 'mongodb';
import { indexPartitions } from '../../../core/store/mongo/partition-indexes.ts';
import { collections } from '../../../plugins/entities/collections.ts';
import { type Engine, rowOf } from './bare-engine.ts';
import type { Task } from './tasks.ts';

type Row = ReturnType<typeof rowOf>;

/** The address of a table in the product's collection. */
const TABLE = { appId: 'app', entity: 'Task' } as const;

/** The driver alone, with the product's documents, indexes and write concern. */
export async function mongoEngine(uri: string): Promise<Engine> {
  const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority', journal: true } });
  const tasks = client.db().collection<ReturnType<typeof stored>>('bare');
  await indexPartitions(client.db().collection('bare'), collections.rows.partition);
  const add = async (rows: readonly Row[]): Promise<void> => void (await tasks.insertMany(rows.map(stored)));
  return {
    fill: (ids, all) => add(all.map((task, index) => rowOf(ids[index] ?? '', task))),
    read: async (id) => answerOf(await tasks.findOne({ _id: id })),
    async page(priority) {
      const found = await tasks
        .find({ ...TABLE, 'data.priority': priority })
        .sort({ _id: -1 })
        .limit(50)
        .toArray();
      return `[${found.map(answerOf).join(',')}]`;
    },
    async create(task) {
      const row = rowOf(newId(), task);
      await tasks.insertOne(stored(row));
      return JSON.stringify(row);
    },
    async update(id, changes) {
      const set = Object.fromEntries(Object.entries(changes).map(([name, value]) => [`data.${name}`, value]));
      const $set = { ...set, updatedAt: new Date().toISOString() };
      return answerOf(await tasks.findOneAndUpdate({ _id: id }, { $set }, { returnDocument: 'after' }));
    },
    async bulk(all) {
      const rows = all.map((task) => rowOf(newId(), task));
      await add(rows);
      return JSON.stringify(rows);
    },
  };
}

function stored({ id, createdAt, updatedAt, ...data }: Row) {
  return { _id: id, ...TABLE, createdAt, updatedAt, creatorId: 'user', data: data as Task };
}

function answerOf(document: ReturnType<typeof stored> | null): string {
  if (document === null) throw new Error('The row is not there.');
  const { _id: id, createdAt, updatedAt, data } = document;
  return JSON.stringify({ ...data, id, createdAt, updatedAt });
}
