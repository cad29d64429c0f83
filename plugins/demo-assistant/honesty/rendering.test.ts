import { testHost } from '@sayso/core/testing';
import runtime from '@sayso/runtime';
import { expect, test } from 'vitest';
import { requests } from './requests.fixture.ts';
import { ask, filesAfter, openTools } from './testing/judge.ts';

test('the pages of all first apps render', async () => {
  const tools = await openTools();
  await using host = await testHost(runtime);
  const failed: unknown[] = [];
  const seen = new Set<string>();
  for (const { ask: request } of requests) {
    const files = filesAfter({}, await ask(tools, { request, files: {}, previousFiles: null, appName: 'New app' }));
    const key = JSON.stringify(files);
    if (seen.has(key) || Object.keys(files).length === 0) continue;
    seen.add(key);
    const { issues, status } = await host.service().render({ appId: 'app', versionId: 'v1', name: 'New app', mainPage: null, files });
    if (issues.length > 0 || status !== 'done') failed.push({ request, status, issues });
  }
  expect(failed).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
}, 240_000);
