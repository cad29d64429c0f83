import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, focused, text } from '../../testing/find.ts';
import { held, pending } from '../../testing/server.ts';
import { box, chat, message, type Parts, turn, words } from './testing/chat.tsx';

const asks = (question: string, ...options: string[]): Parts => [
  { __typename: 'QuestionPart', text: question },
  ...options.map((option) => ({ __typename: 'OptionPart' as const, text: option })),
];
const colour = [words('A question first.'), ...asks('Which colour?', 'Red', 'Blue')];

it('sends the chosen option by keyboard, and shows it as chosen at once', async () => {
  const send = held(turn('queued', [], { id: 't2', userMessage: message('u2', 'user', [words('Blue')]) }));
  const { server, user, ready } = chat(turn('ready', colour), { sendMessage: send });
  await ready();
  const options = await screen.findByRole('list', { name: 'Which colour?' });
  expect(
    within(options)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Red', 'Blue']);
  within(options).getByRole('button', { name: 'Blue' }).focus();
  await user.keyboard('{Enter}');
  await text('Chosen:');
  expect(screen.queryByRole('button', { name: 'Red' })).toBeNull();
  expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'Blue', mode: 'build' } }]);
});

it('shows an answered question as such after a reload, and its options as words', async () => {
  const asked = [message('u1', 'user', [words('A shop')]), message('m1', 'assistant', colour)];
  const last = turn('ready', [words('Done.')], {
    id: 't2',
    userMessage: message('u2', 'user', [words('Blue')]),
    assistantMessage: message('m2', 'assistant', [words('Done.')]),
  });
  const { app, server, ready } = chat(last);
  server.answer({ app: { ...app, messages: [...asked, last.userMessage, last.assistantMessage] } });
  await ready();
  const chosen = (await text('Chosen:')).closest('li');
  expect(chosen?.textContent).toBe('Chosen: Blue');
  expect(screen.queryByRole('button', { name: 'Red' })).toBeNull();
});

it('collects the answers to several questions in the message box', async () => {
  const { server, user, ready } = chat(turn('ready', [...colour, ...asks('Which size?', 'Big', 'Small')]));
  await ready();
  await user.click(await button('Blue'));
  await user.click(await button('Small'));
  const field = await box();
  expect(field.value).toBe('Which colour? Blue\nWhich size? Small');
  await focused(field);
  expect(server.calls('sendMessage')).toEqual([]);
});

const fields: Parts = [
  { __typename: 'QuestionPart', text: 'Which fields?' },
  ...['Name', 'Age', 'Town'].map((option) => ({ __typename: 'ChoicePart' as const, text: option })),
];

it('answers with several choices, by keyboard', async () => {
  const { server, user, ready } = chat(turn('ready', fields), { sendMessage: pending });
  await ready();
  const answer = (await button('Answer')) as HTMLButtonElement;
  expect(answer.disabled).toBe(true);
  screen.getByRole('checkbox', { name: 'Town' }).focus();
  await user.keyboard(' ');
  await user.click(screen.getByRole('checkbox', { name: 'Name' }));
  await user.click(answer);
  expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'Name, Town' } }]);
  await waitFor(() => expect(screen.getAllByText('Chosen:')).toHaveLength(2));
});

it('collects choices beside the answer to another question', async () => {
  const { user, ready } = chat(turn('ready', [...colour, ...fields]));
  await ready();
  await user.click(await button('Blue'));
  await user.click(screen.getByRole('checkbox', { name: 'Age' }));
  await user.click(screen.getByRole('checkbox', { name: 'Name' }));
  await user.click(await button('Answer'));
  expect((await box()).value).toBe('Which colour? Blue\nWhich fields? Name, Age');
});

it('shows an option without a question as text, and offers no answers while it streams', async () => {
  const { ready } = chat(turn('streaming', [{ __typename: 'OptionPart', text: 'Red' }, ...asks('Which colour?', 'Blue', 'Green')]));
  await ready();
  await text('Red');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Blue' })).toBeNull());
});
