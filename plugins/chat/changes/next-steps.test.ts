import { expect, test } from 'vitest';
import { addFile, addTable, openChat } from '../testing/chat.ts';
import { ada, bo } from '../testing/fakes.ts';
import { nextSteps } from './next-steps.ts';

const schema = (more: object = {}) => JSON.stringify({ type: 'object', properties: { name: { type: 'string' } }, ...more });
const table = { 'entities/Customer.json': schema({ title: 'Customer', 'x-plural': 'Customers' }) };
const page = (body: string) => ({ ...table, 'pages/Home': body });
const full = async () => false;
const closed = schema({ 'x-accessControl': { permissions: { read: 'all', write: 'none' } } });

test.each([
  ['a table that nothing shows', table, [{ kind: 'page', table: 'Customers' }]],
  ['a list without a form', page('<DataList entity={Customer} canAdd={false} />'), [{ kind: 'form', table: 'Customers' }]],
  ['a chart', page('<DataChart entity={Customer} by="name" />'), [{ kind: 'form', table: 'Customers' }]],
  ['rows by hand', page('const all = await Customer.list();'), [{ kind: 'form', table: 'Customers' }]],
  ['a block that adds rows', page('<DataTable entity={Customer} search={["name"]} />'), []],
  ['a form', page('<DataList entity={Customer} canAdd={false} />\n<DataForm entity={Customer} />'), []],
  ['a form of its own', page('onSubmit={() => Customer.create({ name })}'), []],
  ['a hook that may add rows', page('const { create } = useRows(Customer, {});'), []],
  ['a table that no code writes', { 'entities/Fact.json': closed, 'pages/Home': 'Fact.list()' }, []],
  ['the accounts', { 'entities/User.json': schema() }, []],
  ['a table that is no JSON', { 'entities/Odd.json': '{', 'pages/Home': 'Odd.create()' }, []],
])('names what an app lacks: %s', async (_name, files, expected) => {
  expect(await nextSteps(files, full)).toEqual(expected);
});

test('names one empty table, and several at once', async () => {
  const shown = page('<DataTable entity={Customer} />');
  expect(await nextSteps(shown, async () => true)).toEqual([{ kind: 'rows', table: 'Customers' }]);
  const two = { ...shown, 'entities/Visit.json': schema(), 'pages/Visits': '<DataTable entity={Visit} />' };
  expect(await nextSteps(two, async () => true)).toEqual([{ kind: 'rows', table: null }]);
  expect(await nextSteps(two, async (name) => name === 'Visit')).toEqual([{ kind: 'rows', table: 'Visit' }]);
});

test('examines 20 of 10,000 tables, and reads 1 MB of code at once', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`entities/T${index}.json`, schema()]));
  const asked: string[] = [];
  const code = `<DataTable entity={T0 `.repeat(50_000);
  await nextSteps({ ...many, 'pages/Home': code }, async (name) => asked.push(name) > 0);
  expect(asked).toHaveLength(20);
});

const STEPS = '{ app(id: "app-1") { nextSteps { kind table } } }';

test('is a field of the app, for its builders', async () => {
  await using chat = await openChat([addTable('Customer'), addFile('pages/Home', 'export default () => null;')]);
  const before = await chat.host.graphql(STEPS, {}, ada);
  expect(before.data?.['app'].nextSteps).toEqual([]);
  await chat.until(await chat.send('Customers'));
  const after = await chat.host.graphql(STEPS, {}, ada);
  expect(after.data?.['app'].nextSteps).toEqual([
    { kind: 'page', table: 'Customer' },
    { kind: 'rows', table: 'Customer' },
  ]);
  expect((await chat.host.graphql(STEPS, {}, bo)).errors?.[0]?.extensions).toMatchObject({ status: 404 });
});
