import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, field, gone } from '../../testing/find.ts';
import { admin, builder } from '../../testing/fixtures.ts';
import { box, chat, turn } from './testing/chat.tsx';

const LABEL = 'Model for your message';

it('sends one message to the model that an admin chose', async () => {
  const { server, user } = chat(turn('ready'), { me: admin, sendMessage: turn('ready', [], { id: 't2' }) });
  await user.click(await button(LABEL));
  await user.type(await field('Name of the model'), 'openai/gpt-large');
  await user.keyboard('{Escape}');
  await button(`${LABEL}: openai/gpt-large`);
  await user.type(await box(), 'one{Enter}');
  await waitFor(() => expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'one', model: 'openai/gpt-large' } }]));
  await button(LABEL);
});

it('offers no choice where the demo assistant answers', async () => {
  chat(turn('ready'), { me: admin, assistant: { examplePrompts: [], takesPictures: true, isDemo: true } });
  await box();
  await gone('button', LABEL);
});

it('offers no choice to others', async () => {
  chat(turn('ready'), { me: builder });
  await box();
  await gone('button', LABEL);
});
