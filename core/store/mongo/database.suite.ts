import { MongoClient } from 'mongodb';

/** Takes away what a test run made. */
export async function dropDatabase(uri: string, database: string): Promise<void> {
  const client = new MongoClient(uri);
  await client.db(database).dropDatabase();
  await client.close();
}
