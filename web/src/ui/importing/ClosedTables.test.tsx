import { expect, it } from 'vitest';
import { alert, button, field, text, textGone } from '../../testing/find.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, refusal } from '../../testing/server.ts';
import { ClosedTables } from './ClosedTables.tsx';

const closed = [
  { table: 'Product', pages: ['Shop', 'Home'], isChanged: false, columns: [{ name: 'title', isPersonal: false }] },
  { table: 'Category', pages: ['Shop'], isChanged: false, columns: [] },
  { table: 'Order', pages: ['Shop'], isChanged: false, columns: [{ name: 'email', isPersonal: true }] },
];
const rules = (table: string) => `/live_api/apps/a1/entities/${table}/rules`;
const everyone = (digest: string) => ({ digest, operation: 'read', field: null, rule: { kind: 'everyone' } });
const show = (answers: Answers) => renderScreen(<ClosedTables appId="a1" closed={closed} />, { answers });

it('opens reading of the chosen tables by one click, and of no other', async () => {
  const { user, server } = show({
    [`GET ${rules('Product')}`]: { digest: 'p' },
    [`POST ${rules('Product')}`]: {},
    [`GET ${rules('Category')}`]: { digest: 'c' },
    [`POST ${rules('Category')}`]: {},
  });
  await user.click(await button('Let everyone read these 2 tables'));
  await text('Everyone reads Product, Category now.');
  expect(server.calls(`POST ${rules('Product')}`)).toEqual([everyone('p')]);
  expect(server.calls(`POST ${rules('Category')}`)).toEqual([everyone('c')]);
  expect((await field('Order')).checked).toBe(false);
  expect((await button('Let everyone read the chosen tables')).hasAttribute('disabled')).toBe(true);
});

it('chooses no table at first whose rows such pages change', async () => {
  renderScreen(<ClosedTables appId="a1" closed={closed.map((one) => ({ ...one, isChanged: true }))} />);
  expect((await field('Product')).checked).toBe(false);
  expect((await button('Let everyone read the chosen tables')).hasAttribute('disabled')).toBe(true);
});

it('warns of columns that look personal, whose table is chosen by a person only', async () => {
  const { user, server } = show({ [`GET ${rules('Order')}`]: { digest: 'o' }, [`POST ${rules('Order')}`]: {} });
  await text('These look personal: email. Everyone would see them.');
  for (const name of ['Product', 'Category', 'Order']) await user.click(await field(name));
  await user.click(await button('Let everyone read this table'));
  await textGone(/look personal/);
  expect(server.calls(`POST ${rules('Order')}`)).toEqual([everyone('o')]);
});

it('says why the server refused, and keeps what is left', async () => {
  const { user } = show({
    [`GET ${rules('Product')}`]: { digest: 'p' },
    [`POST ${rules('Product')}`]: {},
    [`GET ${rules('Category')}`]: refusal(409, 'This table was changed since.'),
  });
  await user.click(await button('Let everyone read these 2 tables'));
  await alert('This table was changed since.');
  await text('Everyone reads Product now.');
  await button('Let everyone read this table');
});
