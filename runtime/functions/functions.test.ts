import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Libraries, readLibraries } from '../compile/libraries.ts';
import type { PackageBundle } from '../npm/bundle.ts';
import { bundleFunction } from './bundle.ts';
import { readDeclaration } from './declaration.ts';
import { GuestEvent, GuestEventTarget } from './guest/events.ts';

let libraries: Libraries;
beforeAll(async () => {
  const built = await readLibraries();
  if (built === null) throw new Error('The libraries are not built.');
  libraries = built;
});
const bundle = (files: Record<string, string>, name = 'report', given = libraries) =>
  bundleFunction({ files }, name, { libraries: given, onFile: () => {}, filesAt: 'https://apps.test/api/files/a1/' });

/** The first module is that of the package's name. */
function packageOf(name: string, modules: Readonly<Record<string, string>>): PackageBundle {
  const [file = ''] = Object.keys(modules);
  const entries = { [name]: { file, exports: ['total'], isCommonJs: false } };
  return { name, version: '1.0.0', entries, withheld: {}, modules, css: '', sheets: {}, isPure: false, uses: [], notices: '' };
}

interface Call {
  readonly name: string;
  readonly value: unknown;
}

/** Runs a bundle as the sandbox does, with a host that answers what it was asked. */
async function run(
  files: Record<string, string>,
  input: unknown = {},
  more: object = {},
  given = libraries,
): Promise<{ answer: unknown; calls: Call[] }> {
  const made = await bundle(files, 'report', given);
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  const calls: Call[] = [];
  const call = async (name: string, value: unknown) => {
    calls.push({ name, value });
    return { asked: name };
  };
  vi.stubGlobal('sayso', { call });
  // Each bundle is evaluated anew: an address is evaluated once.
  const { run: start } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${made.code}\n//${calls.length}`)}`);
  const answer = await start({ input, request: null, user: null, asApp: false, ...more });
  return { answer, calls };
}
afterEach(() => vi.unstubAllGlobals());

describe('a server function', () => {
  test('is one script with the files and packages that it imports', async () => {
    const files = {
      'functions/report': `import { addDays } from 'npm:date-fns@3.6.0';
import { Order } from '@/entities/Order';
import { SendEmail } from '@/integrations/Core';
import { double } from '../lib/numbers';
export default async (input: { times: number }) => ({
  orders: await Order.list(), mail: await SendEmail({ to: 'a@b.c' }), twice: double(input.times), day: addDays(new Date(0), 1).getTime(),
});`,
      'lib/numbers': 'export const double = (value: number): number => value * 2;',
      'entities/Order.json': '{}',
    };
    const { answer, calls } = await run(files, { times: 2 });
    const value = { orders: { asked: 'rows' }, mail: { asked: 'integration' }, twice: 4, day: 86_400_000 };
    expect(answer).toEqual({ kind: 'value', value });
    expect(calls).toEqual([
      { name: 'rows', value: { as: 'caller', entity: 'Order', method: 'list', args: [] } },
      { name: 'integration', value: { packageName: 'Core', endpoint: 'SendEmail', parameters: { to: 'a@b.c' }, files: [] } },
    ]);
  });

  test.each([
    ['its own folder', './totals.js', 'functions/report/totals'],
    ['a folder of several functions', '../_shared/totals.ts', 'functions/_shared/totals'],
    ['the sources of the pages', '../../src/lib/totals.js', 'lib/totals'],
    ['another function below a folder', './crm/totals.js', 'functions/crm/totals/entry'],
  ])('imports from %s', async (_name, specifier, path) => {
    const files = {
      'functions/report': `import { total } from '${specifier}';\nexport default () => total;`,
      [path]: "import { one } from './parts/one';\nexport const total = one + 1;",
      [`${path.slice(0, path.lastIndexOf('/'))}/parts/one`]: 'export const one = 1;',
    };
    expect((await run(files)).answer).toEqual({ kind: 'value', value: 2 });
  });

  test('may be written for Base44', async () => {
    const text = `import { createClientFromRequest } from 'npm:@base44/sdk@0.8.4';
Deno.serve(async (req) => {
  const base44 = createClientFromRequest(req);
  const { size } = await req.json();
  await base44.asServiceRole.entities.Order.filter({ size });
  return Response.json({ user: await base44.auth.me(), size }, { status: 201 });
});`;
    const { answer, calls } = await run({ 'functions/report': text }, { size: 3 });
    const headers = [['content-type', 'application/json']];
    expect(answer).toEqual({
      kind: 'response',
      status: 201,
      headers,
      body: JSON.stringify({ user: { asked: 'me' }, size: 3 }),
      isBase64: false,
    });
    expect(calls[0]).toEqual({ name: 'rows', value: { as: 'app', entity: 'Order', method: 'filter', args: [{ size: 3 }] } });
  });

  test('uses the rows of the app when it runs as the app', async () => {
    const text = 'export default (_input, { entities }) => entities.Order.count();';
    const { calls } = await run({ 'functions/report': text }, {}, { asApp: true });
    expect(calls).toEqual([{ name: 'rows', value: { as: 'app', entity: 'Order', method: 'count', args: [] } }]);
  });

  test('uses what pages and functions of a Base44 project share', async () => {
    const text = "import { size } from '../../shared/sizes.ts'; export default () => size;";
    const { answer } = await run({
      'functions/report': text,
      'base44/shared/sizes': "export * from './values.ts';",
      'base44/shared/values': 'export const size = 4;',
    });
    expect(answer).toEqual({ kind: 'value', value: 4 });
  });

  test('has packages that an administrator allowed, without what belongs to pages', async () => {
    const allowed = new Map([
      [
        'pay',
        packageOf('pay', {
          'e-1.js': "import { fee } from './c-2.js'; import { sum } from 'lodash'; export const total = (...a) => sum([...a, fee]);",
          'c-2.js': 'export const fee = 2;',
        }),
      ],
    ]);
    const text = "import { total } from 'npm:pay@^1.0.0'; import { total as same } from 'pay'; export default () => total(3, same(4));";
    expect((await run({ 'functions/report': text }, {}, {}, { ...libraries, allowed })).answer).toEqual({ kind: 'value', value: 11 });
    const drawn = new Map([['pay', packageOf('pay', { 'e-1.js': "import { useState } from 'react'; export const total = useState;" })]]);
    const made = await bundle({ 'functions/report': text }, 'report', { ...libraries, allowed: drawn });
    expect(made).toMatchObject({
      ok: false,
      problems: [{ message: 'The package "pay" needs "react", which belongs to the pages: a function cannot use it.' }],
    });
    expect(
      await bundle({ 'functions/report': "import 'pay/gone'; import 'other'; export default () => 1;" }, 'report', {
        ...libraries,
        allowed,
      }),
    ).toMatchObject({
      problems: [
        { message: 'pay 1.0.0 has no "pay/gone". It has pay.' },
        {
          message: expect.stringMatching(/^The package "other" cannot be imported by a function: .*, or have an administrator allow it\.$/),
        },
      ],
    });
  });

  test('has events of the platform, which packages extend', () => {
    const heard: unknown[] = [];
    class Sent extends GuestEvent {}
    const target = new GuestEventTarget();
    const listen = ({ type, detail }: GuestEvent) => void heard.push([type, detail]);
    target.addEventListener('sent', listen);
    target.addEventListener('sent', { handleEvent: (event) => event.preventDefault() }, { once: true });
    expect(target.dispatchEvent(new Sent('sent', { cancelable: true, detail: 1 }))).toBe(false);
    expect(target.dispatchEvent(new Sent('sent', { cancelable: true, detail: 2 }))).toBe(true);
    target.removeEventListener('sent', listen);
    target.dispatchEvent(new GuestEvent('sent'));
    expect(heard).toEqual([
      ['sent', 1],
      ['sent', 2],
    ]);
  });

  test('fails without a handler', async () => {
    await expect(run({ 'functions/report': 'export const a = 1;' })).rejects.toThrow('no default export that is a function');
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
export const on = ['Order.created', 'shop.Cart.updated', 'Order.vanished', 'x'];
export const asApp = true, hosts = ['api.example.com'];
export default (_, { env }) => [Deno.env.get('STRIPE_KEY'), env.TOKEN, env.TOKEN, env.other];`;
    expect(readDeclaration(text)).toEqual({
      schedule: '0 9 * * 1-5',
      timeZone: 'Europe/Berlin',
      on: [
        { entity: 'Order', change: 'created' },
        { entity: 'shop_Cart', change: 'updated' },
      ],
      asApp: true,
      hosts: ['api.example.com'],
      variables: ['STRIPE_KEY', 'TOKEN'],
    });
  });

  test('has no constants that are computed, and none of a text without syntax', () => {
    const nothing = { schedule: null, timeZone: 'UTC', on: [], asApp: false, hosts: [], variables: [] };
    expect(readDeclaration("export const schedule = ['0 9', '* * *'].join(' '); export const asApp = !0;")).toEqual(nothing);
    expect(readDeclaration('}{')).toEqual(nothing);
  });
});
