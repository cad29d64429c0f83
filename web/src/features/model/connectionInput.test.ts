import { beforeAll, expect, it } from 'vitest';
import { loadLanguage, translator } from '../../i18n/language.ts';
import { type Connection, inputOf, keyHint, valuesOf } from './connectionInput.ts';

beforeAll(() => loadLanguage('en'));

const unconnected: Connection = {
  __typename: 'ModelConnection',
  isConnected: false,
  endpoint: null,
  model: 'gpt-4.1-mini',
  hasKey: false,
  keyEnding: null,
  keyProblem: null,
  endpointVariable: null,
  keyVariable: null,
  modelVariable: null,
  firstTokenTimeout: 300,
};
const connected: Connection = {
  ...unconnected,
  isConnected: true,
  endpoint: 'http://localhost/v1',
  model: 'small',
  hasKey: true,
  keyEnding: '4711',
};

it.each([
  ['nothing typed', connected, {}, { endpoint: 'http://localhost/v1', model: 'small' }],
  ['a new key', connected, { key: ' sk-new ' }, { endpoint: 'http://localhost/v1', key: 'sk-new', model: 'small' }],
  ['emptied fields', connected, { endpoint: ' ', model: '' }, { endpoint: null, model: null }],
  ['no connection', unconnected, {}, { endpoint: null, model: null }],
  [
    'values set by the environment',
    { ...connected, endpointVariable: 'OPENAI_API_KEY', keyVariable: 'OPENAI_API_KEY', modelVariable: 'OPENAI_MODEL' },
    { key: 'typed' },
    {},
  ],
])('sends %s', (_what, connection, typed, input) => {
  expect(inputOf({ ...valuesOf(connection), ...typed }, connection)).toEqual(input);
});

it.each([
  [unconnected, 'Local models need none. It is stored encrypted and never shown again.'],
  [connected, 'Set, ends in …4711. Leave it empty to keep it.'],
  [{ ...connected, keyEnding: null }, 'Set. Leave it empty to keep it.'],
  [{ ...connected, keyVariable: 'OPENAI_API_KEY' }, 'Set by OPENAI_API_KEY in the environment, ends in …4711.'],
])('describes the saved key', (connection, hint) => {
  expect(keyHint(connection, translator())).toBe(hint);
});
