import { expect, test } from 'vitest';
import { openChat } from '../testing/chat.ts';
import { ada, bo } from '../testing/fakes.ts';

const RATE = `mutation ($id: ID!, $rating: MessageRating, $comment: String) {
  rateMessage(messageId: $id, rating: $rating, comment: $comment) { feedback { rating comment } } }`;

test('an answer keeps the rating of the builder until it is withdrawn', async () => {
  await using chat = await openChat(['Hello.']);
  const { assistantMessage, userMessage } = await chat.until(await chat.send('Hi'));
  const rate = (rating: string | null, comment?: string, id = assistantMessage.id) =>
    chat.host.graphql(RATE, { id, rating, ...(comment === undefined ? {} : { comment }) }, ada);
  expect((await rate('bad', 'It greets only.')).data).toEqual({
    rateMessage: { feedback: { rating: 'bad', comment: 'It greets only.' } },
  });
  const [, kept] = await chat.chat.messages(ada, 'app-1', {});
  expect(kept?.feedback).toMatchObject({ rating: 'bad', comment: 'It greets only.' });
  expect((await rate('good')).data).toEqual({ rateMessage: { feedback: { rating: 'good', comment: '' } } });
  expect((await rate(null)).data).toEqual({ rateMessage: { feedback: null } });
  await expect(chat.chat.rate(ada, { messageId: userMessage.id, rating: 'good', comment: '' })).rejects.toThrow('was not found');
  await expect(chat.chat.rate(bo, { messageId: assistantMessage.id, rating: 'good', comment: '' })).rejects.toThrow('was not found');
  await expect(chat.chat.rate(ada, { messageId: assistantMessage.id, rating: 'bad', comment: 'x'.repeat(2001) })).rejects.toThrow(
    'The comment has more than 2000 characters.',
  );
});
