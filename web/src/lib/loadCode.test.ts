// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { setConnected } from './connection.ts';
import { loadCode } from './loadCode.ts';

afterEach(() => {
  setConnected(true);
  vi.restoreAllMocks();
});

it('loads code again once the live connection is back', async () => {
  setConnected(false);
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const loaded = loadCode(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), { timeout: 15_000 });
  setConnected(true);
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(2);
});

it('loads no code until the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const ask = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const wait = vi.spyOn(window, 'addEventListener');
  const load = vi.fn(async () => 'code');
  const loaded = loadCode(load);
  await vi.waitFor(() => expect(wait).toHaveBeenCalledWith('online', expect.any(Function)), { timeout: 15_000 });
  expect(ask).toHaveBeenCalledOnce();
  expect(load).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('code');
});

it('reports a failure with a connection, as after an update of the server', async () => {
  await expect(loadCode(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone');
});

it('loads code without a network of a server that answers, as one on the same machine does', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('ok'));
  expect(await loadCode(async () => 'code')).toBe('code');
  await expect(loadCode(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone');
});
