import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { loadLanguage } from '../../i18n/language.ts';
import { alert, button, field, focused, isGone, link, list, text } from '../../testing/find.ts';
import { admin, builder, draftApp } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { PromptBox } from './PromptBox.tsx';

const examplePrompts = ['A recipe box', 'A poll', 'A club', 'A shop', 'A fifth'];
const model = { label: 'small', model: 'small', isDemo: false, hint: null, examplePrompts, refusal: null };
const byRules = { ...model, label: 'Rule book', isDemo: true, hint: 'Set OPENAI_API_KEY.' };
const refused = { text: 'I cannot build that.', suggestions: ['A habit tracker'] };

const box = (answers: Answers = {}) =>
  renderScreen(<PromptBox />, { path: '/home', at: '/home', answers: { assistant: model, apps: [], ...answers } });
const prompt = () => field('Describe your app');

it('has the focus, four examples and the name of the model', async () => {
  box();
  await text('small');
  expect((await list('Examples')).textContent).toBe('A recipe boxA pollA clubA shop');
  await focused(await prompt());
  expect((await button('Build it')).hasAttribute('disabled')).toBe(true);
});

it('has its examples in the language of the builder', async () => {
  await loadLanguage('de');
  onTestFinished(() => loadLanguage('en'));
  box({ assistant: { ...model, examplePrompts: ['A booking page for my yoga classes'] } });
  await button('Eine Buchungsseite für meine Yogakurse');
});

it('can be used before the assistant has answered', async () => {
  const { user, server } = box({ assistant: pending, createApp: draftApp });
  await user.type(await prompt(), 'A club');
  expect((await button('Build it')).hasAttribute('disabled')).toBe(false);
  expect(server.calls('assistant').length).toBe(1);
});

it('asks again for an assistant that did not answer', async () => {
  const { user, server } = box({ assistant: offline });
  await text(/The assistant did not answer/);
  server.answer({ assistant: model });
  await user.click(await button('Try again'));
  await text('small');
});

it.each([
  ['admins', admin, true],
  ['other builders', builder, false],
])('names an assistant without a model, and shows %s how to connect a model', async (_name, me, mayConnect) => {
  const { user } = box({ assistant: byRules, me });
  await user.click(await button(/Rule book/));
  await text(/It follows rules and uses no language model.*Set OPENAI_API_KEY\./);
  if (mayConnect) expect((await link('Connect a model')).getAttribute('href')).toBe('/settings/model');
  else expect(isGone('link', 'Connect a model')).toBe(true);
});

it('creates an app by Enter, and hands the request to the builder', async () => {
  const create = held(draftApp);
  const { router, server, user } = box({ createApp: create });
  await user.type(await prompt(), ' A club {Shift>}{Enter}{/Shift}with fees{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Build it' }).hasAttribute('data-loading')).toBe(true));
  await user.keyboard('{Enter}');
  create.release();
  await waitFor(() => expect(router.state.location.pathname).toBe('/build/app/a1'));
  expect(router.state.location.state).toEqual({ firstPrompt: 'A club \nwith fees' });
  expect(server.calls('createApp')).toEqual([{ input: { prompt: 'A club \nwith fees' } }]);
});

it('hands chosen, pasted and dropped files to the builder', async () => {
  const { router, user } = box({ createApp: draftApp });
  const [plan, photo, table] = ['plan.pdf', 'photo.png', 'people.csv'].map((name) => new File(['x'], name));
  await user.upload(await screen.findByLabelText('Files to attach'), plan as File);
  fireEvent.paste(await prompt(), { clipboardData: { files: [photo] } });
  fireEvent.drop(await prompt(), { dataTransfer: { types: ['Files'], files: [table] } });
  expect((await list('Attached files')).textContent).toBe('plan.pdfphoto.pngpeople.csv');
  await user.click(await button('Remove photo.png'));
  await user.type(await prompt(), 'A club{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/build/app/a1'));
  expect(router.state.location.state).toEqual({ firstPrompt: 'A club', firstFiles: [plan, table] });
});

it('does nothing on Enter in an empty box', async () => {
  const { server, user } = box();
  await user.type(await prompt(), '  {Enter}');
  expect(server.calls('createApp')).toEqual([]);
});

it.each([
  ['a refusal of the server', refusal(403, 'You need an invitation to build here.'), 'You need an invitation to build here.'],
  ['a lost connection', offline, 'The server cannot be reached. Check your connection and try again.'],
])('keeps the text after %s', async (_name, createApp, sentence) => {
  const { user } = box({ createApp });
  await user.type(await prompt(), 'A club{Enter}');
  await alert(sentence);
  expect((await prompt()).value).toBe('A club');
  expect((await button('Build it')).hasAttribute('disabled')).toBe(false);
});

it('shows why the assistant refuses, creates no app, and offers suggestions that can be taken back', async () => {
  const { server, user } = box({ assistant: { ...byRules, refusal: refused } });
  await user.type(await prompt(), 'asdf{Enter}');
  await text('I cannot build that.');
  expect((await prompt()).value).toBe('asdf');
  expect(server.calls('createApp')).toEqual([]);
  await list('Suggestions');
  await user.click(await button('A habit tracker'));
  expect((await prompt()).value).toBe('A habit tracker');
  await focused(await prompt());
  await user.click(await button('asdf'));
  expect((await prompt()).value).toBe('asdf');
});
