import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, dialog, field, gone, list, text } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { offline, refusal } from '../../testing/server.ts';
import { PeopleInApp } from './PeopleInApp.tsx';

const nell = { id: 'nell', name: 'Nell', email: 'nell@example.org', role: 'user', isBuilder: false };
const ada = { id: 'ada', name: 'Ada', email: 'ada@example.org', role: 'admin', isBuilder: true };
const role = (name: string, people = 0, tables: readonly string[] = []) => ({ name, people, tables });
const state = (of: object = nell, ...more: readonly object[]) => ({ people: [ada, of], roles: [role('user'), role('admin'), ...more] });
const show = (peopleInApp: unknown, answers: object = {}) => renderPanel(PeopleInApp, { answers: { peopleInApp, ...answers } });

it('says how people join while only its builders are there', async () => {
  show({ people: [ada], roles: [role('user'), role('admin')] });
  await text(/No one has joined yet/);
  expect(screen.queryByText('Ada')).toBeNull();
});

it('offers to load the people again', async () => {
  const { server, user } = show(offline);
  await alert('Could not load the people who use the app');
  server.answer({ peopleInApp: state() });
  await user.click(await button('Try again'));
  await text('nell@example.org');
});

it('gives a person a role, and lists it', async () => {
  const { server, user } = show(state(nell, role('editor')));
  const given = state({ ...nell, role: 'editor' }, role('editor', 1));
  server.answer({ setPersonRole: given, peopleInApp: given });
  await user.selectOptions(await field('Role of Nell'), 'editor');
  await within(await list('Roles')).findByText('1 person');
  expect(server.calls('setPersonRole')).toEqual([{ appId: draftApp.id, id: 'nell', role: 'editor' }]);
});

it('makes a new role, and shows why a name is refused', async () => {
  const { server, user } = show(state(), { setPersonRole: refusal(400, '“{{x}}” is no name of a role.') });
  await user.selectOptions(await field('Role of Nell'), 'New role…');
  await dialog('New role for Nell');
  await user.type(await field('Name of the role'), 'editor');
  await user.click(await button('Save'));
  await text('“{{x}}” is no name of a role.');
  const given = state({ ...nell, role: 'editor' }, role('editor', 1));
  server.answer({ setPersonRole: given, peopleInApp: given });
  await user.click(await button('Save'));
  await gone('dialog', 'New role for Nell');
  await list('Roles');
});

it('leaves a role that rules name as it is', async () => {
  show(state(nell, role('editor', 0, ['Task']), role('guest')));
  await text(/Rules of Task name it/);
  await button('Rename the role guest');
  expect(screen.queryByRole('button', { name: 'Rename the role editor' })).toBeNull();
});

const kept = (fields: readonly object[] = [], more: object = {}) => ({ ...nell, emailVerified: true, fields, ...more });
const plan = { name: 'plan', value: 'free', type: 'string' };
const fields = [
  plan,
  { name: 'seats', value: 2, type: 'number' },
  { name: 'vip', value: false, type: 'boolean' },
  { name: 'address', value: { city: 'Bern' }, type: null },
];
const rowsOfPerson = [{ table: 'Task', rows: 3 }];
const showNell = async (answers: object = {}) => {
  const shown = show(state(), { personInApp: kept(fields), rowsOfPerson, ...answers });
  await shown.user.click(await button('Open Nell'));
  await dialog('About Nell');
  return shown;
};

it('asks what becomes of the rows before a person is removed', async () => {
  const { server, user } = show(state(), { rowsOfPerson, removePersonWithRows: 3 });
  await user.click(await button('Remove Nell'));
  await dialog('Remove Nell?');
  await text('Nell made 3 rows.');
  expect(server.calls('removePersonWithRows')).toEqual([]);
  await user.click(await screen.findByRole('radio', { name: 'Keep the rows without a name' }));
  server.answer({ peopleInApp: { people: [ada], roles: [] } });
  await user.click(await button('Remove'));
  await text(/No one has joined yet/);
  expect(server.calls('removePersonWithRows')).toEqual([{ appId: draftApp.id, id: 'nell', rows: 'anonymise' }]);
});

it('keeps the dialog of a removal open that is refused', async () => {
  const { user } = show(state(), { rowsOfPerson: [], removePersonWithRows: refusal(409, 'Nell builds this app.') });
  await user.click(await button('Remove Nell'));
  await text('Nell made no rows in the published app.');
  await user.click(await button('Remove'));
  await alert('Nell builds this app.');
});

it('shows what the app keeps about a person, and their rows', async () => {
  await showNell();
  await text(/nell@example.org \(verified\)/);
  expect(await field('plan')).toHaveProperty('value', 'free');
  expect(await field('seats')).toHaveProperty('value', '2');
  expect(await field('vip')).toHaveProperty('checked', false);
  expect(await field('address')).toHaveProperty('value', '{\n  "city": "Bern"\n}');
  await button('Task: 3 rows');
  const link = await screen.findByRole('link', { name: 'Export as JSON' });
  expect(link.getAttribute('href')).toBe(`/live_api/apps/${draftApp.id}/people/nell/export`);
});

it('offers to load a person again', async () => {
  const { server, user } = await showNell({ personInApp: offline });
  await alert('Could not load this person');
  server.answer({ personInApp: kept() });
  await user.click(await button('Try again'));
  await text(/Nothing yet/);
});

it('saves the values that were changed, and says why one is refused', async () => {
  const { server, user } = await showNell({ changePersonInApp: kept([plan]) });
  await user.clear(await field('plan'));
  await user.type(await field('plan'), 'pro');
  await user.click(await field('vip'));
  await user.clear(await field('address'));
  await user.type(await field('address'), '{{');
  await text('This is not valid JSON.');
  expect(await button('Save')).toHaveProperty('disabled', true);
  await user.clear(await field('address'));
  await user.click(await button('Save'));
  await text('Saved');
  const changed = { plan: 'pro', vip: true, address: null };
  expect(server.calls('changePersonInApp')).toEqual([{ appId: draftApp.id, id: 'nell', fields: changed }]);
  server.answer({ changePersonInApp: refusal(400, '“role” is said by the server.') });
  await user.click(await button('Add a value'));
  await user.type(await field('Name'), 'role');
  await user.click(await button('Save'));
  await alert('“role” is said by the server.');
});

it('removes a person from their dialog, which stays while that is cancelled', async () => {
  const { server, user } = await showNell({ removePersonWithRows: 0 });
  await user.click(await button('Remove…'));
  await user.click(await within(await dialog('Remove Nell?')).findByRole('button', { name: 'Cancel' }));
  await gone('dialog', 'Remove Nell?');
  await dialog('About Nell');
  expect(server.calls('removePersonWithRows')).toEqual([]);
  await user.click(await button('Remove…'));
  server.answer({ peopleInApp: { people: [ada], roles: [] } });
  await user.click(await within(await dialog('Remove Nell?')).findByRole('button', { name: 'Remove' }));
  await gone('dialog', 'About Nell');
});

it('logs a person out after a question', async () => {
  const { server, user } = await showNell({ logOutPersonInApp: true });
  await user.click(await button('Log out on all devices'));
  const asked = await dialog(/^Log Nell out of/);
  expect(server.calls('logOutPersonInApp')).toEqual([]);
  await user.click(await within(asked).findByRole('button', { name: 'Log out on all devices' }));
  await text('Nell is logged out');
  expect(server.calls('logOutPersonInApp')).toEqual([{ appId: draftApp.id, id: 'nell' }]);
});
