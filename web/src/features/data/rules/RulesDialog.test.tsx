import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { alert, button, dialog, field, focused, gone, menuItem, text } from '../../../testing/find.ts';
import { draftApp } from '../../../testing/fixtures.ts';
import { renderPanel } from '../../../testing/renderPanel.tsx';
import { createChannel } from '../../../testing/server.ts';
import DataPanel from '../DataPanel.tsx';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, family: { type: 'string' }, salary: { type: 'number' } },
  'x-accessControl': { permissions: { read: 'all', write: 'admin' }, rules: { read: {} } },
};
const ofFamily = { kind: 'row', path: 'data.family', is: 'eq', to: { person: 'family' }, not: false };
const admins = { kind: 'person', field: 'role', is: 'eq', to: { values: ['admin'] }, not: false };
const odd = {
  kind: 'any',
  of: [
    { kind: 'own', not: false },
    { kind: 'closed', text: '{"$where":"1"}' },
  ],
};
const RULES = {
  versionId: 'v1',
  digest: 'd1',
  table: {
    read: { rule: ofFamily, isOwn: true },
    create: { rule: admins, isOwn: false },
    update: {
      rule: {
        kind: 'any',
        of: [
          { kind: 'own', not: false },
          { ...admins, to: { values: ['manager'] } },
        ],
      },
      isOwn: true,
    },
    delete: { rule: odd, isOwn: true },
  },
  fields: { salary: { isInParts: false, rules: { read: admins } } },
};

interface Sent {
  readonly url: string;
  readonly body: Record<string, unknown>;
}

/** The dialog of a table, with what it sends. `answer`: of the next calls that change rules. */
async function openDialog(answer: () => Response = () => Response.json({ ...RULES, versionId: 'v2', digest: 'd2' })) {
  const sent: Sent[] = [];
  const reads = { isOffline: false };
  const rendered = renderPanel(DataPanel, {
    answers: {
      app: { ...draftApp, version: { id: 'v2', tables: [{ name: 'Note', schema }] } },
      rowsChanged: createChannel(),
      tablesChanged: createChannel(),
      peopleInApp: { people: [], roles: ['admin', 'manager', 'user'].map((name) => ({ name, people: 0, tables: [] })) },
    },
  });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (!/\/rules/.test(url)) return Response.json(/\/views/.test(url) ? { views: [] } : /\/count\?/.test(url) ? { count: 0 } : []);
    if (method === 'GET') {
      if (reads.isOffline) throw new TypeError('offline');
      return Response.json(RULES);
    }
    sent.push({ url, body: JSON.parse(String(body)) });
    return answer();
  });
  const { user } = rendered;
  const open = async () => {
    await user.click(await button('Own rules'));
    await user.click(await menuItem('Rules of rows and fields…'));
  };
  return { ...rendered, sent, reads, open };
}
afterEach(() => vi.unstubAllGlobals());

const line = (name: string) => screen.findByRole('listitem', { name });
const says = async (name: string) => (await line(name)).textContent;

it('shows every rule of rows and of fields in words', async () => {
  const { open } = await openDialog();
  await open();
  await dialog('Who may do what in Note');
  expect(await says('May read')).toContain('rows whose family is the family of the person');
  expect(await says('May add')).toContain('adminsBy the permissions of the table');
  expect(await says('May change')).toContain('who made the row, or role “manager”');
  expect(await says('May delete')).toContain(
    'who made the row, or admins only, as this part is not understood: {"$where":"1"}Cannot be edited here',
  );
  expect(await says('May read `salary`')).toContain('admins');
});

it('edits a rule by keys alone, and undoes it', async () => {
  const { open, user, sent } = await openDialog();
  await open();
  const change = await button('Change: May change');
  change.focus();
  await user.keyboard('{Enter}');
  expect((await text(/^The rule says/)).textContent).toBe('The rule says: who made the row, or role “manager”');
  // A condition on rows in the place of the role.
  await user.selectOptions(await field('Who, condition 2'), 'Rows whose field …');
  await text('Fill in every condition to save the rule.');
  expect((await button('Save rule')).hasAttribute('disabled')).toBe(true);
  await user.selectOptions(await field('Field of the row'), 'salary');
  await user.selectOptions(await field('Comparison'), 'is one of');
  await user.click(screen.getByPlaceholderText('Values, each with Enter'));
  await user.keyboard('10{Enter}20{Enter}');
  expect((await text(/^The rule says/)).textContent).toBe(
    'The rule says: who made the row, or (everyone who is logged in, and rows whose salary is one of 10, 20)',
  );
  const save = await button('Save rule');
  for (let tabs = 0; tabs < 20 && document.activeElement !== save; tabs++) await user.tab();
  await user.keyboard('{Enter}');
  await text('The rule is saved.');
  const row = { kind: 'row', path: 'data.salary', is: 'in', to: { values: [10, 20] }, not: false };
  expect(sent[0]?.body).toEqual({
    digest: 'd1',
    operation: 'update',
    field: null,
    rule: {
      kind: 'any',
      of: [
        { kind: 'own', not: false },
        { kind: 'all', of: [{ kind: 'signedIn' }, row] },
      ],
    },
  });
  await focused(await button('Change: May change'));
  await user.click(await button('Undo'));
  await text('The change is undone.');
  expect(sent[1]).toMatchObject({ url: expect.stringContaining('/rules/undo'), body: { versionId: 'v2' } });
});

it('replaces a rule that the form cannot say only after a question', async () => {
  const { open, user, sent } = await openDialog();
  await open();
  await user.click(await button('Replace: May delete'));
  const asked = await dialog('Replace this rule?');
  expect(asked.textContent).toContain('as this part is not understood');
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
  await gone('dialog', 'Replace this rule?');
  expect(screen.queryByRole('form')).toBe(null);
  await user.click(await button('Replace: May delete'));
  await user.click(await button('Replace rule'));
  await user.selectOptions(await field('Who, condition 1'), 'No one');
  expect(sent).toEqual([]);
  await user.click(await button('Save rule'));
  await text('The rule is saved.');
  expect(sent[0]?.body).toMatchObject({ operation: 'delete', rule: { kind: 'never' } });
});

it('writes a rule for a field, and removes one', async () => {
  const { open, user, sent } = await openDialog();
  await open();
  await user.selectOptions(await field('What the rule is about'), 'May change');
  await user.click(await button('Write rule'));
  await user.selectOptions(await field('Who, condition 1'), 'People with a role');
  await user.type(screen.getByPlaceholderText('Roles'), 'manager{Enter}');
  await user.click(await button('Save rule'));
  await text('The rule is saved.');
  expect(sent[0]?.body).toMatchObject({ operation: 'update', field: 'name', rule: { ...admins, to: { values: ['manager'] } } });
  await user.click(await button('Change: May read `salary`'));
  await user.click(await button('Remove the rule'));
  await vi.waitFor(() => expect(sent[1]?.body).toEqual({ digest: 'd2', operation: 'read', field: 'salary', rule: null }));
});

it('says why a rule was refused, keeps what was chosen, and asks before it is lost', async () => {
  const refused = 'This table was changed since. Look at its rules again, then change them.';
  const { open, user } = await openDialog(() => Response.json({ message: refused, code: 'conflict' }, { status: 409 }));
  await open();
  await user.click(await button('Change: May add'));
  await user.selectOptions(await field('Who, condition 1'), 'Everyone who is logged in');
  await user.click(await button('Save rule'));
  await alert(refused);
  expect((await field('Who, condition 1')).value).toBe('signedIn');
  await user.keyboard('{Escape}');
  const asked = await dialog('Discard the rule that you are writing?');
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
  await gone('dialog', 'Discard the rule that you are writing?');
  expect((await field('Who, condition 1')).value).toBe('signedIn');
  await user.click(await button('Cancel'));
  await focused(await button('Change: May add'));
});

it('offers to load the rules again', async () => {
  const { open, user, reads } = await openDialog();
  reads.isOffline = true;
  await open();
  await text('The rules could not be loaded');
  reads.isOffline = false;
  await user.click(await button('Try again'));
  await line('May read');
});
