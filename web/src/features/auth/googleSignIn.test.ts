import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLanguage, translator } from '../../i18n/language.ts';
import type { Opener } from '../../lib/popup.ts';
import { googleRefusal } from './googleRefusal.ts';
import { GoogleSignIn, reportSignIn } from './googleSignIn.ts';

beforeAll(() => loadLanguage('en'));

const google = 'https://accounts.google.com/o/oauth2/auth?state=a';

/** Broadcast channels of one browser, which deliver synchronously. */
class FakeChannel {
  static open = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    FakeChannel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of [...FakeChannel.open]) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  close() {
    FakeChannel.open.delete(this);
  }
}

beforeEach(() => {
  FakeChannel.open.clear();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => vi.unstubAllGlobals());

function page(popup: ReturnType<Opener['open']> | undefined = undefined) {
  const shown = { replace: vi.fn<(url: string) => void>(), close: vi.fn<() => void>() };
  const opened = popup === undefined ? { location: { replace: shown.replace }, close: shown.close } : popup;
  const open = vi.fn<Opener['open']>(() => opened);
  const events = { onSignedIn: vi.fn<() => void>(), onRefused: vi.fn<(message: string) => void>() };
  return { signIn: new GoogleSignIn({ open }, events), open, ...shown, ...events };
}

it('opens the pop-up synchronously, and navigates it to Google once the URL is known', async () => {
  const { signIn, open, replace } = page();
  const address = Promise.withResolvers<string>();
  const begun = signIn.begin(() => address.promise);
  expect(open).toHaveBeenCalledWith('about:blank', expect.any(String), expect.stringContaining('popup'));
  expect(replace).not.toHaveBeenCalled();
  address.resolve(google);
  await begun;
  expect(replace).toHaveBeenCalledWith(google);
});

it('signs in once when the pop-up reports, and ignores later reports', async () => {
  const { signIn, onSignedIn, onRefused } = page();
  await signIn.begin(async () => google);
  reportSignIn(null);
  reportSignIn(null);
  expect(onSignedIn).toHaveBeenCalledOnce();
  expect(onRefused).not.toHaveBeenCalled();
  expect(FakeChannel.open.size).toBe(0);
});

it('ignores a closed pop-up, and can start again at once', async () => {
  const { signIn, open, onSignedIn, onRefused } = page();
  await signIn.begin(async () => google);
  await signIn.begin(async () => google);
  expect(open).toHaveBeenCalledTimes(2);
  expect([onSignedIn.mock.calls, onRefused.mock.calls]).toEqual([[], []]);
  reportSignIn(null);
  expect(onSignedIn).toHaveBeenCalledOnce();
});

it('shows no message when the person cancels at Google, and one when the server refuses', async () => {
  const { signIn, onRefused } = page();
  await signIn.begin(async () => google);
  reportSignIn('access_denied');
  expect(onRefused).not.toHaveBeenCalled();
  await signIn.begin(async () => google);
  reportSignIn('invitation-needed');
  expect(onRefused).toHaveBeenCalledExactlyOnceWith('You need an invitation to sign up here.');
});

it('reports a blocked pop-up, without a request to the server', async () => {
  const { signIn, onRefused } = page(null);
  const address = vi.fn(async () => google);
  await signIn.begin(address);
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(translator()('auth.google.blocked'));
  expect(address).not.toHaveBeenCalled();
});

it('closes the pop-up when the URL request fails, and ignores reports of other pages', async () => {
  const { signIn, close, onSignedIn } = page();
  await expect(signIn.begin(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(close).toHaveBeenCalledOnce();
  reportSignIn(null);
  expect(onSignedIn).not.toHaveBeenCalled();
});

it.each(['unheard_of', 'toString', '<b>', ''])('shows its own message for the code "%s"', (code) => {
  expect(googleRefusal(code)).toBe('Google did not log you in. Try again, or use your password.');
});
