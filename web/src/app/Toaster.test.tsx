import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toastEvent } from '../lib/notify.ts';
import { Toaster } from './Toaster.tsx';

it('leaves the page as it is when the code of the notifications cannot be loaded', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  render(
    <>
      <Toaster load={() => promise} />
      <p>The app</p>
    </>,
  );
  window.dispatchEvent(new Event(toastEvent));
  reject(new TypeError('Failed to fetch dynamically imported module'));
  await expect(promise).rejects.toThrow();
  expect(screen.getByText('The app')).toBeTruthy();
});
