import { InvalidInput } from '@sayso/core';
import { afterAll, expect, test } from 'vitest';
import { Sandbox } from './sandbox.ts';

const sandbox = new Sandbox({ processes: 1 });
afterAll(() => sandbox.close());

const code = 'export const run = async (name) => [name, await sayso.call("who", name)];';

test('a process that is prepared takes the first call, and another one is prepared for the next tenant', async () => {
  await using closing = { sandbox: new Sandbox({ processes: 2 }), [Symbol.asyncDispose]: () => closing.sandbox.close() };
  await Promise.all([closing.sandbox.prepare(), closing.sandbox.prepare()]);
  const run = (tenant: string) =>
    closing.sandbox.run({ tenant, code: 'export const run = () => 7;', file: 'a.js', entry: 'run', args: [] });
  expect(await Promise.all([run('a'), run('b'), run('a')])).toEqual([7, 7, 7]);
  await closing.sandbox.close();
  await closing.sandbox.prepare();
  await expect(run('a')).rejects.toThrow('Too many integrations');
});

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

const slow = 'export const run = () => new Promise((done) => setTimeout(done, 50));';

test('a tenant that never stops calling does not keep the only process from others', async () => {
  let isOver = false;
  const flood = Array.from({ length: 20 }, async () => {
    while (!isOver) await sandbox.run({ tenant: 'flood', code: slow, file: 'app.js', entry: 'run', args: [] }).catch(() => undefined);
  });
  const own = { tenant: 'quiet', code: 'export const run = () => 1;', file: 'app.js', entry: 'run', args: [] };
  const answer = await sandbox.run(own).finally(() => {
    isOver = true;
  });
  expect(answer).toBe(1);
  await Promise.all(flood);
});

test('a tenant with more calls than may wait has its own refused, not those of others', async () => {
  const opened = Promise.withResolvers<void>();
  const gated = { code: 'export const run = () => sayso.call("gate", 0);', file: 'app.js', entry: 'run', args: [] };
  const host = { gate: () => opened.promise };
  const many = Array.from({ length: 250 }, () => sandbox.run({ tenant: 'many', ...gated, host }));
  const settled = Promise.allSettled(many);
  const one = sandbox.run({ tenant: 'one', ...gated, host });
  opened.resolve();
  await expect(one).resolves.toBe(null);
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(42);
  expect(refused[0]).toMatchObject({ reason: { code: 'server-busy' } });
});

test('functions that compute hold their places, so that no more run than there are processes for', async () => {
  await using own = { sandbox: new Sandbox({ processes: 2 }), [Symbol.asyncDispose]: () => own.sandbox.close() };
  const ended: string[] = [];
  const run = (owner: string, code: string) =>
    own.sandbox
      .run({ tenant: `app of ${owner}`, owner, code, file: 'app.js', entry: 'run', args: [] })
      .catch(() => undefined)
      .finally(() => ended.push(owner));
  const computing = 'export const run = () => { for (const end = Date.now() + 800; Date.now() < end; ); };';
  await Promise.all([run('ada', computing), run('bob', computing), run('cyd', 'export const run = () => 1;')]);
  expect(ended[0]).not.toBe('cyd');
});

test('an owner whose functions only wait keeps no other owner out', async () => {
  await using own = { sandbox: new Sandbox({ processes: 2 }), [Symbol.asyncDispose]: () => own.sandbox.close() };
  const opened = Promise.withResolvers<void>();
  const gated = { code: 'export const run = () => sayso.call("gate", 0);', file: 'app.js', entry: 'run', args: [] };
  const waiting = Array.from({ length: 6 }, (_, at) =>
    own.sandbox.run({ tenant: `app ${at}`, owner: 'ada', ...gated, host: { gate: () => opened.promise } }).catch(() => 'refused'),
  );
  const quick = { code: 'export const run = () => 1;', file: 'app.js', entry: 'run', args: [] };
  const others = await Promise.all(['bob', 'cyd', 'dan'].map((owner) => own.sandbox.run({ tenant: `app of ${owner}`, owner, ...quick })));
  expect(others).toEqual([1, 1, 1]);
  opened.resolve();
  expect(await Promise.all(waiting)).toEqual([null, null, null, null, null, null]);
});

test('isolated code reads the messages of domain errors alone', async () => {
  const failures: unknown[] = [];
  await using own = {
    sandbox: new Sandbox({ processes: 1, onFailure: (error) => failures.push(error) }),
    [Symbol.asyncDispose]: () => own.sandbox.close(),
  };
  const internal = new Error('ECONNREFUSED mongodb://root:secret@10.0.0.7');
  const host = {
    refused: () => Promise.reject(new InvalidInput('This is no table.')),
    internal: () => Promise.reject(internal),
    ended: () => Promise.reject(AbortSignal.abort().reason),
  };
  const asking = 'export const run = (name) => sayso.call(name, 0).catch((error) => error.message);';
  const said = (name: string) => own.sandbox.run({ tenant: 'app', code: asking, file: 'app.js', entry: 'run', args: [name], host });
  expect(await said('refused')).toBe('This is no table.');
  expect(await said('internal')).toBe('Something went wrong on the server. Please try again later.');
  expect(await said('ended')).toBe('The call was ended.');
  expect(failures).toEqual([internal]);
});
