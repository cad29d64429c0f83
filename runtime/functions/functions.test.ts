import { beforeAll, describe, expect, test } from 'vitest';
import { type Libraries, readLibraries } from '../compile/libraries.ts';
import { bundleFunction } from './bundle.ts';
import { readDeclaration } from './declaration.ts';

let libraries: Libraries;
beforeAll(async () => {
  const built = await readLibraries();
  if (built === null) throw new Error('The libraries are not built.');
  libraries = built;
});
const bundle = (files: Record<string, string>, name = 'report') => bundleFunction({ files }, name, { libraries, onFile: () => {} });

/** The exports of a bundle, run beside a recorder of what it asks its host. */
async function run(files: Record<string, string>): Promise<Record<string, (input: unknown) => unknown>> {
  const made = await bundle(files);
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  return new Function('$sayso', `${made.code}\nreturn $function;`)({
    client: { entities: { Order: { list: () => ['an order'] } }, integrations: { Core: { SendEmail: (mail: unknown) => ({ sent: mail }) } } },
  }) as Record<string, (input: unknown) => unknown>;
}

describe('a server function', () => {
  test('is one script with the files and packages that it imports', async () => {
    const exported = await run({
      'functions/report': `import { addDays } from 'npm:date-fns@3.6.0';
import { Order } from '@/entities/Order';
import { SendEmail } from '@/integrations/Core';
import { double } from '../lib/numbers';
export default async (input: { times: number }) => ({
  orders: await Order.list(), mail: SendEmail({ to: 'a@b.c' }), twice: double(input.times), day: addDays(new Date(0), 1).getTime(),
});`,
      'lib/numbers': 'export const double = (value: number): number => value * 2;',
      'entities/Order.json': '{}',
    });
    expect(await exported['default']?.({ times: 2 })).toEqual({
      orders: ['an order'],
      mail: { sent: { to: 'a@b.c' } },
      twice: 4,
      day: 86_400_000,
    });
  });

  test.each([
    ["import fs from 'node:fs'; export default () => fs;", '"node:fs" is not there: functions run without Node.'],
    ["import { x } from 'https://a.example/x.js'; export default () => x;", 'is on another server'],
    ["import { Card } from '@/components/Card'; export default () => Card;", '"@/components/Card" belongs to the pages'],
    ["import { Gone } from '@/entities/Gone'; export default () => Gone;", 'There is no table "Gone".'],
    ["import x from '../../../etc/passwd'; export default () => x;", 'There is no file "etc/passwd"'],
    ['export default () => {', 'Expected'],
  ])('names what cannot be in it: %s', async (text, message) => {
    const made = await bundle({ 'functions/report': text, 'components/Card': 'export const Card = 1;' });
    expect(made.ok).toBe(false);
    expect(made).toMatchObject({ problems: [{ path: 'functions/report', message: expect.stringContaining(message), line: 1 }] });
  });

  test('that is missing is a problem', async () => {
    expect(await bundle({}, 'toString')).toMatchObject({ ok: false, problems: [{ message: 'There is no function "toString".' }] });
  });
});

describe('the declaration of a server function', () => {
  test('is read from its exported constants', () => {
    const text = `export const schedule = '0 9 * * 1-5' as const;
export const timeZone = 'Europe/Berlin';
export const on = ['Order.created', 'Order.vanished', 'x'];
export const asApp = true, hosts = ['api.example.com'];
export default () => 1;`;
    expect(readDeclaration(text)).toEqual({
      schedule: '0 9 * * 1-5',
      timeZone: 'Europe/Berlin',
      on: [{ entity: 'Order', change: 'created' }],
      asApp: true,
      hosts: ['api.example.com'],
    });
  });

  test('has no constants that are computed, and none of a text without syntax', () => {
    const nothing = { schedule: null, timeZone: 'UTC', on: [], asApp: false, hosts: [] };
    expect(readDeclaration("export const schedule = ['0 9', '* * *'].join(' '); export const asApp = !0;")).toEqual(nothing);
    expect(readDeclaration('}{')).toEqual(nothing);
  });
});
