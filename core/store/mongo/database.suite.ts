import { MongoClient } from 'mongodb';

/** Drops the database of a test run. */
export async function dropDatabase(uri: string, database: string): Promise<void> {
  const client = new MongoClient(uri);
  await client.db(database).dropDatabase();
  await client.close();
}
