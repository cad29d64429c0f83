import { afterEach, expect, test, vi } from 'vitest';
import { traceStack } from './trace.ts';

// Source map: line 2 of the module is line 3 of the file; columns 1 and 10 map to 5 and 9.
const MAP = Buffer.from(JSON.stringify({ version: 3, sources: ['pages/Home'], names: [], mappings: ';AAEI,SAAI' })).toString('base64');
const MODULE = `line one\nline two\n//# sourceMappingURL=data:application/json;base64,${MAP}\n`;

afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    'Chrome',
    'Error: x\n    at Home (http://r.test/m/abc-1_2.js:2:12)\n    at lib (http://r.test/lib/react-1.js:1:1)',
    '    at Home (pages/Home:3:9)',
    9,
  ],
  ['Firefox and Safari', 'Home@http://r.test/m/abc-1_2.js:2:3\nlib@http://r.test/lib/react-1.js:1:1', '    at Home (pages/Home:3:5)', 5],
  ['a module that runs again', '    at Home (http://r.test/m/3/abc-1_2.js?again=7:2:12)', '    at Home (pages/Home:3:9)', 9],
  ['a frame without a name', '    at http://r.test/m/abc-1_2.js:2:10', '    at pages/Home:3:9', 9],
])('%s', async (_name, stack, text, column) => {
  vi.stubGlobal('fetch', async () => new Response(MODULE));
  expect(await traceStack(stack)).toEqual({ text, place: { file: 'pages/Home', line: 3, column } });
});

test('has no location without a source map or without stack frames of the app', async () => {
  vi.stubGlobal('fetch', async () => new Response('no map'));
  expect(await traceStack('    at x (http://r.test/m/other.js:1:1)')).toEqual({ text: '', place: null });
  expect(await traceStack('Error: x\n    at y (http://r.test/lib/z.js:1:1)')).toEqual({ text: '', place: null });
});
