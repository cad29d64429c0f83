import { testHost } from '@sayso/core/testing';
import { appDirectory } from '@sayso/runtime/ref';
import { expect, test } from 'vitest';
import apps from './index.ts';
import { appsRef } from './ref.ts';
import { admin, neighbours, owner, stranger } from './testing/fakes.ts';

const NONE = { scripts: [], styles: [], pictures: [], frames: [], calls: [] };

test('a new app reaches no other host until its builder allows one, in its preview and published', async () => {
  const fakes = neighbours();
  await using host = await testHost(apps, { provide: fakes.provide });
  const service = host.service(appsRef);
  const app = await service.create(owner, { name: 'Habits', files: { 'pages/Home': 'export default () => null;' } } as never);
  const [directory] = host.additions(appDirectory);
  expect(await directory?.hosts?.(app.id)).toEqual(NONE);
  expect(await directory?.hosts?.('no-such-app')).toEqual(NONE);
  const hosts = { ...NONE, calls: ['API.example.com', 'api.example.com', '*.MÜNCHEN.de:8443'], pictures: ['*'] };
  await service.updateSettings(owner, app.id, { hosts });
  expect(await directory?.hosts?.(app.id)).toEqual({ ...NONE, calls: ['api.example.com', '*.xn--mnchen-3ya.de:8443'], pictures: ['*'] });
  await expect(service.updateSettings(stranger, app.id, { hosts })).rejects.toThrow();
  for (const bad of [
    { ...NONE, calls: ['*'] },
    { ...NONE, scripts: ["x.com 'unsafe-eval'"] },
    { ...NONE, calls: ['a.com;script-src'] },
    { ...NONE, calls: ['１２７.0.0.1'] },
    { ...NONE, calls: ['ａ.com；script-src'] },
    { ...NONE, calls: Array.from({ length: 10_000 }, (_, index) => `h${index}.example.com`) },
    { ...NONE, more: [] },
    'all',
    null,
  ])
    await expect(service.updateSettings(owner, app.id, { hosts: bad as never })).rejects.toThrow(/^hosts /);
  expect(await directory?.hosts?.(app.id)).toMatchObject({ calls: ['api.example.com', '*.xn--mnchen-3ya.de:8443'] });
});

test('an app of an earlier release has no lists until its builder saves them', async () => {
  const fakes = neighbours();
  await using host = await testHost(apps, { provide: fakes.provide });
  const service = host.service(appsRef);
  const app = await service.create(owner, { name: 'Habits' } as never);
  const { hosts: _hosts, ...settings } = app.settings;
  await host.context.collections.apps.updateOne({ _id: app.id }, { $set: { settings: settings as never } });
  const [directory] = host.additions(appDirectory);
  expect(await directory?.hosts?.(app.id)).toBeNull();
  await service.updateSettings(owner, app.id, { hosts: NONE });
  expect(await directory?.hosts?.(app.id)).toEqual(NONE);
});

test('a copy keeps the hosts of its own owner, and reaches none that somebody else allowed', async () => {
  const fakes = neighbours();
  await using host = await testHost(apps, { provide: fakes.provide });
  const service = host.service(appsRef);
  const [directory] = host.additions(appDirectory);
  const app = await service.create(owner, { name: 'Habits', files: { 'pages/Home': 'export default () => null;' } } as never);
  const hosts = { ...NONE, scripts: ['cdn.example.com'], calls: ['api.example.com'] };
  await service.updateSettings(owner, app.id, { hosts });
  const own = await service.duplicate(owner, app.id);
  expect(await directory?.hosts?.(own.id)).toEqual(hosts);
  const foreign = await service.duplicate(admin, app.id);
  expect(await directory?.hosts?.(foreign.id)).toEqual(NONE);
  // Nor what an app of an earlier release shows.
  const { hosts: _hosts, ...settings } = app.settings;
  await host.context.collections.apps.updateOne({ _id: app.id }, { $set: { settings: settings as never } });
  expect(await directory?.hosts?.((await service.duplicate(admin, app.id)).id)).toEqual(NONE);
});
