import { describe, expect, test } from 'vitest';
import { allow, call, have, host, owner, preview, user, world } from '../testing/world.ts';

const found = async (name: string) => (await host.service().list(owner, 'app')).find((one) => one.name === name);
const reading = (code: string) => `export default (_, { app }) => (${code});`;
/** Another version of the draft and of the published app. */
function change(files: Record<string, string>) {
  world.version += 1;
  have(files);
}
/** As the person who uses the preview, so that the changed version runs. */
const run = async (name: string) => (await call(name, {}, preview)).status;

describe('the permission to run as the app', () => {
  const LIST = 'app.entities.Order.list()';

  test('is for the code that was shown', async () => {
    have({ report: reading(LIST) });
    const { shown } = (await found('report')) ?? {};
    change({ report: reading(`${LIST}, app.entities.Payment.deleteMany({})`) });
    await expect(allow('report', { asApp: true, shown })).rejects.toMatchObject({ status: 409, code: 'function-changed' });
    expect(await found('report')).toMatchObject({ allowed: { asApp: false }, wantsMore: false });
    const { shown: now } = (await found('report')) ?? {};
    expect(await allow('report', { asApp: true, shown: now })).toMatchObject({ allowed: { asApp: true }, wantsMore: false });
  });

  test.each([
    [reading(LIST), { table: 'Order', reads: true, changes: false }],
    [
      'export default async (_, { app }) => { await app?.entities.Payment.update("p1", {}); };',
      { table: 'Payment', reads: false, changes: true },
    ],
    ['export default (_, context) => context.app.entities.Order;', { table: 'Order', reads: true, changes: true }],
  ])('is asked for by code that names rows of the app, and for these: %s', async (code, use) => {
    have({ report: code });
    expect(await found('report')).toMatchObject({ wantsApp: true, appUses: [use] });
    have({ report: 'export default (_, { entities }) => entities.Order.list();' });
    expect(await found('report')).toMatchObject({ wantsApp: false, appUses: [] });
  });

  test('is refused when a file changed that the function imports, and not when another one did', async () => {
    const files = { report: "import { all } from './shared.ts'; export const asApp = true; export default all;", 'functions/shared': '' };
    have({ ...files, 'functions/shared': 'export const all = (_, { app }) => app.entities.Order.list();' });
    const before = await found('report');
    expect(before).toMatchObject({ wantsApp: true, appUses: [{ table: 'Order', reads: true, changes: false }] });
    change({ ...world.draft, 'pages/Home': 'export default () => null;' });
    expect((await found('report'))?.shown).toBe(before?.shown);
    change({ ...world.draft, 'functions/shared': 'export const all = (_, { app }) => app.entities.Payment.list();' });
    await expect(allow('report', { asApp: true, shown: before?.shown })).rejects.toMatchObject({ status: 409 });
  });

  test.each([
    ['reads another table', `${LIST}, app.entities.Payment.list()`, [{ table: 'Payment', reads: true, changes: false }]],
    ['changes what it read', `${LIST}, app.entities.Order.delete("o1")`, [{ table: 'Order', reads: false, changes: true }]],
  ])('asks again when the code %s, which is refused until then', async (_what, code, more) => {
    have({ report: reading(LIST) });
    await allow('report', { asApp: true });
    expect(await run('report')).toBe(200);
    change({ report: reading(code) });
    world.rowCalls = [];
    expect(await found('report')).toMatchObject({ wantsMore: true, moreUses: more });
    expect(await run('report')).toBe(500);
    expect(world.rowCalls.length).toBeLessThanOrEqual(1);
    expect(await allow('report', { asApp: true })).toMatchObject({ wantsMore: false, moreUses: [] });
  });

  test('asks for nothing when changed code uses the same', async () => {
    have({ report: reading(LIST) });
    await allow('report', { asApp: true });
    change({ report: `// Sorted.\n${reading("app.entities.Order.filter({ a: 1 }, '-title')")}`, other: 'export default () => 1;' });
    expect(await found('report')).toMatchObject({ wantsMore: false });
    expect(await run('report')).toBe(200);
  });

  test('does not cover tables that the code hides, and asks for them once they were refused', async () => {
    have({ report: reading(LIST) });
    await allow('report', { asApp: true });
    const hidden =
      "export default (_, context) => { const all = context['a' + 'pp']['enti' + 'ties']; return all['Pay' + 'ment'].create({}); };";
    change({ report: `const named = () => app.entities.Order.list();\n${hidden}` });
    world.rowCalls = [];
    for (const who of [preview, user]) expect((await call('report', {}, who)).status).toBe(500);
    expect(world.rowCalls).toEqual([]);
    expect(await found('report')).toMatchObject({ moreUses: [{ table: 'Payment', reads: false, changes: true }], wantsMore: true });
    await allow('report', { asApp: true });
    expect(await run('report')).toBe(200);
  });

  test('keeps what published code needs when the draft needs less, until it is taken back', async () => {
    have({ report: reading(LIST) });
    await allow('report', { asApp: true });
    change({ report: reading('app.entities.Client.list()') });
    await allow('report', { asApp: true });
    change({ report: reading(LIST) });
    expect(await run('report')).toBe(200);
    await allow('report', { asApp: false });
    expect(await run('report')).toBe(500);
    await allow('report', { asApp: true });
    expect(await found('report')).toMatchObject({ wantsMore: false });
    change({ report: reading('app.entities.Client.list()') });
    expect(await run('report')).toBe(500);
  });

  test('covers all tables where the code names none, and in apps of earlier releases', async () => {
    have({ report: 'export const asApp = true; export default (input, { app }) => app.entities[input.table].list();' });
    await allow('report', { asApp: true });
    expect((await call('report', { table: 'Order' }, preview)).status).toBe(200);
    change({ report: reading('app.entities.Payment.list()') });
    expect(await found('report')).toMatchObject({ wantsMore: false });
    expect(await run('report')).toBe(200);
  });

  test('is asked for again when the code stops naming its tables', async () => {
    have({ report: reading(LIST).replace('export', 'export const asApp = true; export') });
    await allow('report', { asApp: true });
    change({ report: 'export const asApp = true; export default (input, { app }) => app.entities[input.table].list();' });
    expect(await found('report')).toMatchObject({ wantsMore: true, moreUses: [], appUses: [] });
    expect((await call('report', { table: 'Payment' }, preview)).status).toBe(500);
    expect((await call('report', { table: 'Order' }, preview)).status).toBe(200);
  });
});
