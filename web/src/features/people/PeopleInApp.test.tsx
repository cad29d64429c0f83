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

it('asks before a person is removed', async () => {
  const { server, user } = show(state(), { removePersonInApp: { people: [ada], roles: [] } });
  await user.click(await button('Remove Nell'));
  await dialog('Remove Nell?');
  expect(server.calls('removePersonInApp')).toEqual([]);
  server.answer({ peopleInApp: { people: [ada], roles: [] } });
  await user.click(await button('Remove'));
  await text(/No one has joined yet/);
  expect(server.calls('removePersonInApp')).toEqual([{ appId: draftApp.id, id: 'nell' }]);
});
