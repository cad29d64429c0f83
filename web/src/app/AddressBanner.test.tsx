import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { link } from '../testing/find.ts';
import { renderScreen } from '../testing/render.tsx';
import { AddressBanner } from './AddressBanner.tsx';

const ELSEWHERE = 'http://sayso.home.arpa:4000';
/** The banner is beside the screens, without their client. */
const answer = (address: string) => ({ 'POST /graphql': { data: { signup: { address } } } });

it('names the setting to change, and leads to the same page at the configured address, by keyboard', async () => {
  window.history.replaceState(null, '', '/build/app/a1?panel=code#top');
  const { user } = renderScreen(<AddressBanner />, { answers: answer(ELSEWHERE) });
  const banner = await screen.findByRole('alert');
  expect(banner.textContent).toContain(
    `This page was opened at ${window.location.origin}, but BUILDER_URL is ${ELSEWHERE}. Go on there, or set BUILDER_URL to ${window.location.origin}, and RUNTIME_URL to one for the apps, and start Sayso again.`,
  );
  const there = await link(`Open ${ELSEWHERE}`);
  expect(there.getAttribute('href')).toBe(`${ELSEWHERE}/build/app/a1?panel=code#top`);
  await user.tab();
  expect(document.activeElement).toBe(there);
});

it.each([
  ['at the configured address', window.location.origin],
  ['at the configured address, written with a slash', `${window.location.origin}/`],
  ['without an address', 'none'],
])('shows nothing %s', async (_when, address) => {
  const asked = vi.fn(() => ({ data: { signup: { address } } }));
  renderScreen(<AddressBanner />, { answers: { 'POST /graphql': asked } });
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
});
