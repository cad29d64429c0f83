import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConnectionFragment } from '../../gen/model.ts';
import { alert, button, field, isGone, text } from '../../testing/find.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { ModelScreen } from './ModelScreen.tsx';

const unconnected: ConnectionFragment = {
  __typename: 'ModelConnection',
  isConnected: false,
  endpoint: null,
  endpointVariable: null,
  hasKey: false,
  keyEnding: null,
  keyProblem: null,
  keyVariable: null,
  model: 'gpt-4.1-mini',
  modelVariable: null,
  firstTokenTimeout: 60,
};
const connected: ConnectionFragment = {
  ...unconnected,
  isConnected: true,
  endpoint: 'http://localhost:1/v1',
  hasKey: true,
  keyEnding: '4711',
  model: 'small',
};

const model = (answers: Answers = {}) => renderScreen(<ModelScreen />, { answers: { modelConnection: unconnected, ...answers } });

const modelField = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Model' });

it('shows a skeleton while the settings load', async () => {
  model({ modelConnection: pending });
  await screen.findByRole('status', { name: 'Loading' });
});

it('offers to load them again', async () => {
  const { server, user } = model({ modelConnection: offline });
  await alert('Could not load the settings');
  server.answer({ modelConnection: unconnected });
  await user.click(await button('Try again'));
  await field('Endpoint');
});

it.each([
  [unconnected, /^No language model is connected\./, 'Local models need none. It is stored encrypted and never shown again.', ''],
  [connected, /^The model that answers everyone/, 'Set, ends in …4711. Leave it empty to keep it.', 'small'],
])('shows what answers, and never the key', async (modelConnection, lead, hint, name) => {
  model({ modelConnection });
  await text(lead);
  await text(hint);
  expect((await field('Key')).value).toBe('');
  expect((await modelField()).value).toBe(name);
  expect(isGone('button', 'Disconnect the model')).toBe(!modelConnection.isConnected);
});

it('disables what the environment decides, and says so', async () => {
  const variables = { endpointVariable: 'OPENAI_BASE_URL', keyVariable: 'OPENAI_API_KEY', modelVariable: 'OPENAI_MODEL' };
  model({ modelConnection: { ...connected, ...variables } });
  await text('OPENAI_BASE_URL in the environment decides. Unset it to choose here.');
  await text('Set by OPENAI_API_KEY in the environment, ends in …4711.');
  for (const control of [await field('Endpoint'), await field('Key'), await modelField()]) expect(control.disabled).toBe(true);
  expect(isGone('button', 'Disconnect the model')).toBe(true);
  expect(isGone('button', 'OpenAI')).toBe(true);
});

it('says why the saved key is not used', async () => {
  model({ modelConnection: { ...connected, keyProblem: 'The key cannot be decrypted. Enter it again.' } });
  await text('The key cannot be decrypted. Enter it again.');
});

it('lists the models of the endpoint when the field is used', async () => {
  const { server, user } = model({ listModels: { models: ['small', 'large'], problem: null, detail: null } });
  await user.click(await button('Ollama on this machine'));
  await user.click(await modelField());
  await text('2 models found. You can also type a name.');
  await user.click(await screen.findByRole('option', { name: 'large' }));
  expect((await modelField()).value).toBe('large');
  expect(server.calls('listModels')).toEqual([{ input: { endpoint: 'http://localhost:11434/v1' } }]);
});

it.each([
  [{ models: [], problem: null, detail: null }, 'The endpoint lists no models. Type the name of one.'],
  [{ models: ['small'], problem: null, detail: null }, 'One model found. You can also type a name.'],
  [{ models: [], problem: 'The key was refused.', detail: '401' }, 'No list of models: The key was refused. (401) You can type a name.'],
  [refusal(400, 'That is no address.'), 'No list of models: That is no address. You can type a name.'],
  [pending, 'Asking the endpoint for its models…'],
])('says what came of the list', async (listModels, hint) => {
  const { user } = model({ listModels });
  await user.click(await modelField());
  await text(hint);
});

it.each([
  [{ isOk: true, message: 'small answered after 1 s.', detail: null }, 'status', 'small answered after 1 s.'],
  [{ isOk: false, message: 'The endpoint refused the key.', detail: '401' }, 'alert', 'The endpoint refused the key.401'],
])('tests the connection', async (testModelConnection, role, words) => {
  const answer = held(testModelConnection);
  const { user } = model({ testModelConnection: answer });
  await user.click(await button('Test'));
  expect((await button('Test')).hasAttribute('data-loading')).toBe(true);
  answer.release();
  await waitFor(() => expect(screen.getAllByRole(role).map(({ textContent }) => textContent)).toContain(words));
});

it('saves, with a key only when one was typed', async () => {
  const { server, user } = model({ modelConnection: connected, saveModelConnection: connected });
  await user.click(await button('Save'));
  await text('Saved. small answers from now on.');
  await user.type(await field('Key'), ' sk-1 ');
  await user.click(await button('Save'));
  await waitFor(async () => expect((await field('Key')).value).toBe(''));
  const saved = { endpoint: 'http://localhost:1/v1', model: 'small' };
  expect(server.calls('saveModelConnection')).toEqual([{ input: saved }, { input: { ...saved, key: 'sk-1' } }]);
});

it('says why it was not saved', async () => {
  const { user } = model({ saveModelConnection: refusal(400, 'That is no address.') });
  await user.type(await field('Endpoint'), 'x{Enter}');
  await alert('That is no address.');
  expect((await field('Endpoint')).value).toBe('x');
});

it('disconnects the model', async () => {
  const { server, user } = model({ modelConnection: connected, saveModelConnection: unconnected });
  await user.click(await button('Disconnect the model'));
  await text('Saved. No language model is connected now.');
  expect(server.calls('saveModelConnection')).toEqual([{ input: { endpoint: null, key: null, model: null } }]);
  expect((await field('Endpoint')).value).toBe('');
});
