import { openSqliteStore } from '../store/index.ts';
import { describeNodes } from './nodes.suite.ts';

let opening: ReturnType<typeof openSqliteStore> | undefined;
const begun = { at: performance.now(), time: Date.now() };

describeNodes('jobs of three nodes whose clocks differ', async () => {
  opening ??= openSqliteStore({ file: ':memory:' });
  return { store: await opening, read: async () => begun.time + performance.now() - begun.at };
});
