import { expect, test } from 'vitest';
import { policySource } from './policy-source.ts';

test.each([
  ['http://localhost:4000', 'http://localhost:4000'],
  ['https://sayso.example.org', 'https://sayso.example.org'],
  ['http://192.168.1.5:4000', 'http://192.168.1.5:4000'],
  ['http://[::1]:4000', 'http:'],
  ['https://[fd00::5]', 'https:'],
  ['ws://[fd00::5]:4000', 'ws:'],
])('%s is the source %s', (origin, source) => expect(policySource(origin)).toBe(source));
