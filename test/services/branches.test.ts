import { afterAll, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { rounds } from '../loss/chance.ts';
import { killMerges } from '../loss/merge-kills.ts';

const { MONGODB_URI } = process.env;
if (!MONGODB_URI) throw new Error('Set MONGODB_URI to run the services tests.');
const database = `sayso_branches_${newId()}`;
afterAll(() => dropDatabase(MONGODB_URI, database));
const kills = rounds(2, 60);

it(`merges of ideas on MongoDB that are killed make one version or none, and lose no row, ${kills} times`, {
  timeout: kills * 120_000,
}, async () => {
  const address = new URL(MONGODB_URI);
  address.pathname = `/${database}`;
  await killMerges({ MONGODB_URI: address.href }, { kills, most: 2000 });
});
