import { beforeAll, describe, expect, it } from 'vitest';
import { loadLanguage } from '../../i18n/language.ts';
import { type BuilderMessage, builderRights, frameFragment, mayCause, maySend, readFrameMessage } from './protocol.ts';

beforeAll(() => loadLanguage('en'));

const from = (fields: object) => ({ source: 'sayso-preview', nonce: 'n1', ...fields });

describe('messages of the preview frame', () => {
  it.each([
    ['no object', 'ready'],
    ['null', null],
    ['another source', { ...from({ type: 'ready' }), source: 'sayso-builder' }],
    ['another nonce', { ...from({ type: 'ready' }), nonce: 'n2' }],
    ['no nonce', { source: 'sayso-preview', type: 'ready' }],
    ['an unknown type', from({ type: 'token' })],
    ['an empty chat message', from({ type: 'send-chat-message', content: '  ' })],
  ])('ignores %s', (_name, data) => {
    expect(readFrameMessage(data, 'n1')).toBeNull();
  });

  it.each([
    [{ type: 'ready' }, { type: 'ready' }],
    [
      { type: 'rendered', buildId: 'b1' },
      { type: 'rendered', buildId: 'b1' },
    ],
    [
      { type: 'app-changed-url', path: '/stats?a=1', page: 'Stats' },
      { type: 'app-changed-url', path: '/stats?a=1', page: 'Stats' },
    ],
    [
      { type: 'app-changed-url', path: 7 },
      { type: 'app-changed-url', path: '', page: null },
    ],
    [
      { type: 'app-changed-url', path: '/', page: '../../../logout' },
      { type: 'app-changed-url', path: '/', page: null },
    ],
    [
      { type: 'snapshot', image: 'data:image/png;base64,AA' },
      { type: 'snapshot', image: 'data:image/png;base64,AA' },
    ],
    [
      { type: 'snapshot', image: 'https://elsewhere.example/a.png' },
      { type: 'snapshot', image: null },
    ],
    [
      { type: 'picked', element: { places: [] } },
      { type: 'picked', id: '', element: null },
    ],
    [
      {
        type: 'picked',
        id: 'q1',
        element: {
          places: [
            { file: '<b>', line: 1, column: 1 },
            { file: 'a', line: 0.5, column: -1 },
            { file: 'pages/Home', line: 3, column: 5, count: -1 },
          ],
          row: { entity: '../x', id: 'r1' },
        },
      },
      { type: 'picked', id: 'q1', element: { places: [{ path: 'pages/Home', line: 3, column: 5, count: 1 }], row: null } },
    ],
    [
      { type: 'picked', id: 'q1', element: { places: [{ file: 'a', line: 1, column: 1, count: 7 }], row: { entity: 'Task', id: 'r1' } } },
      { type: 'picked', id: 'q1', element: { places: [{ path: 'a', line: 1, column: 1, count: 7 }], row: { table: 'Task', id: 'r1' } } },
    ],
    [
      { type: 'picked', id: 'q1', element: { places: [{ file: 'a', line: 1, column: 1 }], row: { entity: 'Task', id: null } } },
      { type: 'picked', id: 'q1', element: { places: [{ path: 'a', line: 1, column: 1, count: 1 }], row: { table: 'Task', id: null } } },
    ],
    [
      { type: 'picked', id: 'q1', element: { places: [{ file: 'a', line: 1, column: 1 }], row: { entity: 'Task', id: 'a&panel=x' } } },
      { type: 'picked', id: 'q1', element: { places: [{ path: 'a', line: 1, column: 1, count: 1 }], row: null } },
    ],
    [
      { type: 'app-error', error: { title: 'x', scope: 'nonsense', line: '7' } },
      { type: 'app-error', error: { title: 'x', details: '', componentName: '', scope: 'app', file: null, line: null } },
    ],
    [
      { type: 'app-error' },
      {
        type: 'app-error',
        error: { title: 'The app reported an error', details: '', componentName: '', scope: 'app', file: null, line: null },
      },
    ],
  ])('%j', (data, expected) => {
    expect(readFrameMessage(from(data), 'n1')).toEqual(expected);
  });
});

describe('what messages of the frame may cause', () => {
  it.each([
    ['ready', true],
    ['app-error', true],
    ['app-changed-url', true],
    ['rendered', true],
    ['picked', true],
    ['snapshot', false],
    ['send-chat-message', false],
  ])('%s is heard from the frame of a person who may only view: %s', (type, isHeard) => {
    const message = readFrameMessage(from({ type, content: 'x' }), 'n1');
    expect(message === null ? null : [mayCause(message, false), mayCause(message, true)]).toEqual([isHeard, true]);
  });
});

describe('messages to the preview frame', () => {
  const message = (type: string) => ({ type }) as BuilderMessage;
  const cases = [true, false].flatMap((isKnown) => [true, false].map((mayEdit) => ({ isKnown, mayEdit })));

  it.each(Object.entries(builderRights))('%s, which declares "%s", is sent by and to those who may', (type, does) => {
    for (const sending of cases) {
      const { isKnown, mayEdit } = sending;
      expect(maySend(message(type), sending)).toBe({ look: true, act: isKnown, picture: isKnown && mayEdit }[does]);
    }
  });

  it.each(['eval', 'constructor', '__proto__', 'toString', 'snapshot ', ''])('"%s" declares nothing, and is not sent', (type) => {
    for (const sending of cases) expect(maySend(message(type), sending)).toBe(false);
  });

  it('give the token only to a frame that has answered, by declaration', () => {
    expect(Object.entries(builderRights).filter(([, does]) => does === 'act')).toEqual([
      ['preview-state-changed', 'act'],
      ['token', 'act'],
    ]);
  });
});

describe('the URL of the preview frame', () => {
  const file = (name: string) => `http://apps.example/m/${name}.js`;
  it.each([
    [
      'contains the files of the build',
      { css: 'http://apps.example/c/s.css', entry: file('e'), modules: { a: file('a'), b: file('b') } },
      '&preload=/c/s.css,/m/e.js,/m/a.js,/m/b.js',
    ],
    ['omits invalid URLs', { css: '', modules: { a: 7, b: 'x&y' } }, ''],
    ['works without a manifest', null, ''],
    [
      'limits its length',
      { modules: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [index, file('a')])) },
      `&preload=${Array(100).fill('/m/a.js').join(',')}`,
    ],
  ])('%s', (_name, manifest, expected) => {
    expect(frameFragment('n1', manifest)).toBe(`nonce=n1${expected}`);
  });
});
