import { expect, test, vi } from 'vitest';
import type { Logger } from '../contract/index.ts';
import { OWN_REFUSALS, ProxyWarnings } from './proxy-warnings.ts';

const urls = { builder: 'https://sayso.example.org', runtime: 'https://apps.example.org' };
const open = () => {
  const warn = vi.fn();
  return { warn, warnings: new ProxyWarnings({ log: { warn } as unknown as Logger, urls }) };
};

test('names a proxy that passes no WebSockets, until one arrives', () => {
  const { warnings, warn } = open();
  for (let time = 0; time < 3; time += 1) warnings.refused('builder');
  expect(warnings.list()).toEqual([expect.stringContaining('A proxy in front of https://sayso.example.org (BUILDER_URL) passes no')]);
  expect(warn).toHaveBeenCalledOnce();
  warnings.arrived('builder');
  expect(warnings.list()).toEqual([]);
});

test.each(['origin', 'limit'] as const)('blames no proxy for WebSockets that this server refuses (%s)', (reason) => {
  const { warnings, warn } = open();
  warnings.refusedHere('builder', reason);
  // The page reports what it sees: no WebSocket.
  warnings.refused('builder');
  expect(warnings.list()).toEqual([OWN_REFUSALS.builder[reason]]);
  expect(warn).toHaveBeenCalledOnce();
  warnings.refused('runtime');
  expect(warnings.list()).toHaveLength(2);
});
