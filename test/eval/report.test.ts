import { expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import { changesOf, faultsOf, type ModelResult, tableOf } from './report.ts';

const good: Answer = {
  isAnswered: true,
  compiles: true,
  validates: true,
  renders: true,
  addsRows: true,
  keeps: true,
  fits: true,
  faults: [],
  tokens: 100,
  cost: 0.01,
  seconds: 2,
  promptVersion: 'a1b2c3d4e5f6',
};
const bad: Answer = { ...good, fits: false, faults: ['lacks a chart', 'lost page Home'], tokens: 301, seconds: 4 };
const result = (model: string, followUp: Answer | null): ModelResult => ({
  model,
  cases: [
    { id: 'todo', request: good, followUp: good },
    { id: 'crm', request: bad, followUp },
  ],
});

it('prints a column for each model, requests and follow-ups apart', () => {
  const lines = tableOf([result('a', bad), result('b', null)]).split('\n');
  expect(lines[0]).toBe('|  | a | b |');
  expect(lines).toContain('| prompt | a1b2c3d4e5f6 | a1b2c3d4e5f6 |');
  expect(lines).toContain('| requests: fits | 1/2 (50 %) | 1/2 (50 %) |');
  expect(lines).toContain('| requests: tokens, median | 201 | 201 |');
  expect(lines).toContain('| requests: seconds, median | 3.0 | 3.0 |');
  expect(lines).toContain('| follow-ups: fits | 1/2 (50 %) | 1/1 (100 %) |');
  expect(lines).toContain('| follow-ups: cost, total | $0.02 | $0.01 |');
});

it('does not know the cost when the price of an answer is not known', () => {
  const free = { model: 'a', cases: [{ id: 'x', request: { ...good, cost: null }, followUp: null }] };
  expect(tableOf([free])).toContain('| requests: cost, total | not known |');
});

it('names each version of the prompt, also of runs that did not record it', () => {
  const changed = { ...result('a', { ...good, promptVersion: 'ffffffffffff' }) };
  const former = { model: 'b', cases: [{ id: 'x', request: { ...good, promptVersion: null }, followUp: null }] };
  expect(tableOf([changed, former])).toContain('| prompt | a1b2c3d4e5f6, ffffffffffff | not known |');
});

it('lists what went wrong, and what changed since another run', () => {
  expect(faultsOf(result('a', bad))).toEqual(['crm: lacks a chart; lost page Home', 'crm, then: lacks a chart; lost page Home']);
  expect(changesOf(result('a', bad), result('a', good))).toEqual(['+ crm, then']);
  expect(changesOf(result('a', good), result('a', null))).toEqual(['- crm, then: no app to change']);
});
