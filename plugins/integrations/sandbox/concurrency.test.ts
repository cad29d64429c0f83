import { afterAll, expect, test } from 'vitest';
import { Sandbox } from './sandbox.ts';

const sandbox = new Sandbox({ processes: 1 });
afterAll(() => sandbox.close());

const code = 'export const run = async (name) => [name, await sayso.call("who", name)];';

test('calls that start at the same time keep their own answers and their own rights', async () => {
  const names = Array.from({ length: 24 }, (_, at) => `caller ${at}`);
  const answers = await Promise.all(
    names.map((name) => {
      // What a call may ask the server for is bound to its caller.
      const host = { who: async (asked: unknown) => `${String(asked)} asks as ${name}` };
      return sandbox.run({ tenant: 'app', code, file: 'app.js', entry: 'run', args: [name], host, limits: { ms: 8000 } });
    }),
  );
  expect(answers).toEqual(names.map((name) => [name, `${name} asks as ${name}`]));
});
