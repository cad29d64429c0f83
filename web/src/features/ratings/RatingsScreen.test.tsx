import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RatingRowFragment, RatingSummaryQuery } from '../../gen/ratings.ts';
import { alert, button, link, list, text } from '../../testing/find.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, offline, pending } from '../../testing/server.ts';
import { RatingsScreen } from './RatingsScreen.tsx';

const bad: RatingRowFragment = {
  __typename: 'ListedRating',
  id: 'm1',
  rating: 'bad',
  comment: 'The list is empty.',
  appName: 'Habits',
  model: 'small',
  promptVersion: 'a1b2c3',
  tokens: 12_345,
  cost: 0.0123,
  at: '2026-01-02T08:00:00Z',
};
const good: RatingRowFragment = {
  ...bad,
  id: 'm2',
  rating: 'good',
  comment: '',
  appName: null,
  model: null,
  promptVersion: null,
  tokens: null,
  cost: null,
};
const empty: RatingSummaryQuery['ratingSummary'] = {
  __typename: 'RatingSummary',
  good: 0,
  bad: 0,
  commented: 0,
  models: [],
  promptVersions: [],
};
const share = (name: string | null, helpful: number, not: number) => ({
  __typename: 'RatingShare' as const,
  name,
  good: helpful,
  bad: not,
});
const summary = {
  ...empty,
  good: 3,
  bad: 1,
  commented: 1,
  models: [share('small', 2, 1), share(null, 1, 0)],
  promptVersions: [share('a1b2c3', 3, 1)],
};
const page = (...ratings: RatingRowFragment[]) => ({ ratings, next: null });

const ratings = (answers: Answers = {}) =>
  renderScreen(<RatingsScreen />, { answers: { ratings: page(bad, good), ratingSummary: summary, ...answers } });

it('shows what the builder sent and the figures of the answer', async () => {
  ratings();
  const row = within((await text('The list is empty.')).closest('li')!);
  row.getByText('Not helpful');
  row.getByText('small · prompt a1b2c3 · 12.3K tokens · $0.0123 for the answer');
  const other = within((await text(/Deleted app/)).closest('li')!);
  other.getByText('Helpful');
  other.getByText('No model');
});

it('sums up by model and by prompt version, and for a longer period', async () => {
  const { server, user } = ratings();
  const models = within(await list('By model'));
  expect(models.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'small67%2 helpful, 1 not',
    'No model100%1 helpful, 0 not',
  ]);
  within(await list('By prompt version')).getByText('75%');
  server.answer({ ratingSummary: empty });
  await user.click(await screen.findByRole('radio', { name: 'Last 90 days' }));
  await text('No ratings in the last 90 days.');
  expect(server.calls('ratingSummary').at(-1)).toMatchObject({ days: 90 });
});

it('shows skeletons while both load', async () => {
  ratings({ ratings: pending, ratingSummary: pending });
  await waitFor(() => expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBe(2));
});

it('offers to load each part again', async () => {
  const { server, user } = ratings({ ratings: offline, ratingSummary: offline });
  await alert('Could not load the ratings');
  await alert(/Could not load the summary\./);
  server.answer({ ratings: page(bad), ratingSummary: summary });
  for (const each of await screen.findAllByRole('button', { name: 'Try again' })) await user.click(each);
  await text('The list is empty.');
  await list('By model');
});

it('says how ratings come about while there are none', async () => {
  ratings({ ratings: page(), ratingSummary: empty });
  await text('No ratings yet');
  expect((await link('Go home')).getAttribute('href')).toBe('/home');
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull();
});

it('filters, exports what is filtered, and shows all again', async () => {
  const { server, user } = ratings({ ratings: ({ filter }: { filter: string | null }) => (filter === 'good' ? page() : page(bad)) });
  expect((await link('Export CSV')).getAttribute('href')).toBe('/api/chat/ratings.csv');
  await user.click(await screen.findByRole('radio', { name: 'Not helpful' }));
  await waitFor(() => expect(server.calls('ratings').at(-1)).toMatchObject({ filter: 'bad' }));
  expect((await link('Export CSV')).getAttribute('href')).toBe('/api/chat/ratings.csv?filter=bad');
  await user.click(await screen.findByRole('radio', { name: 'Helpful' }));
  await text('No rating matches');
  await user.click(await button('Show all'));
  await text('The list is empty.');
});

it('loads further pages, and says when that fails', async () => {
  const { server, user } = ratings({ ratings: { ratings: [bad], next: 'cursor' } });
  await text('The list is empty.');
  server.answer({ ratings: offline });
  await user.click(await button('Show more'));
  await alert(/The server cannot be reached/);
  server.answer({ ratings: page({ ...bad, id: 'm3', comment: 'Older.' }) });
  await user.click(await button('Show more'));
  await text('Older.');
  await text('The list is empty.');
  expect(server.calls('ratings').at(-1)).toMatchObject({ after: 'cursor' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
