import { testHost } from '@sayso/core/testing';
import { expect, test } from 'vitest';
import { appOf } from './compile/app.fixture.ts';
import runtime from './index.ts';
import { ensureLibraries } from './scripts/libraries.ts';

const NOTHING = { issues: [], repaired: {}, fixes: {} };

test('inspects apps in the compiler process, also after one that ends it', async () => {
  await ensureLibraries();
  await using host = await testHost(runtime);
  const service = host.service();
  const deep = `export default () => ${'('.repeat(200_000)}1${')'.repeat(200_000)};`;
  expect(await service.inspect(appOf({ 'pages/Deep': deep }))).toEqual(NOTHING);
  expect(await service.inspect(appOf({ 'pages/Home': 'a'.repeat(10_000_000) }))).toEqual(NOTHING);
  const { issues, repaired } = await service.inspect(appOf({ 'pages/Home': 'export default () => <Button>Go</Button>;' }));
  expect(issues).toMatchObject([{ detectorId: 'undefined-name', componentName: 'pages/Home', line: 1 }]);
  expect(Object.keys(repaired)).toEqual(['pages/Home']);
}, 60_000);
