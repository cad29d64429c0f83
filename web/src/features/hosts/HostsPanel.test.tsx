import { expect, it } from 'vitest';
import { alert, button, field, text, textGone } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { refusal } from '../../testing/server.ts';
import HostsPanel from './HostsPanel.tsx';

const NONE = { scripts: [], styles: [], pictures: [], frames: [], calls: [] };
const named = [
  { kind: 'pictures', host: 'images.example.com', path: 'pages/Home' },
  { kind: 'calls', host: 'api.example.com', path: 'In services/api' },
];
const appWith = (hosts: object | null, namedHosts: readonly object[] = []) => ({ ...draftApp, settings: { hosts }, namedHosts });
const show = (app: unknown, answers: object = {}) => renderPanel(HostsPanel, { answers: { app, ...answers } });

it('allows what the code names by a click, and reloads the preview', async () => {
  const { user, server, workspace } = show(appWith(NONE, named), { updateAppSettings: appWith({ ...NONE, calls: ['api.example.com'] }) });
  let restarts = 0;
  workspace.state.previewRestarts.listen(() => {
    restarts += 1;
  });
  await user.click(await button('Allow api.example.com'));
  await textGone('In services/api');
  await text('images.example.com');
  expect(server.calls('updateAppSettings')).toMatchObject([{ settings: { hosts: { ...NONE, calls: ['api.example.com'] } } }]);
  expect(restarts).toBe(1);
});

it('allows all of one kind by a click, and says what that means', async () => {
  const more = { kind: 'pictures', host: 'cdn.example.com', path: 'components/Card' };
  const all = { ...NONE, pictures: ['images.example.com', 'cdn.example.com'] };
  const { user, server } = show(appWith(NONE, [...named, more]), { updateAppSettings: appWith(all) });
  await user.click(await button('Allow pictures of these 2'));
  await textGone('In components/Card');
  await button('Allow api.example.com');
  expect(server.calls('updateAppSettings')).toMatchObject([{ settings: { hosts: all } }]);
});

it('saves typed lists, and says what was refused', async () => {
  const { user, server } = show(appWith({ ...NONE, frames: ['maps.example.com'] }), {
    updateAppSettings: refusal(400, 'hosts names "x", which is no host.'),
  });
  await user.type(await field(/^Calls/), 'x y.example.com');
  await user.click(await button('Save'));
  await alert('hosts names "x", which is no host.');
  expect(server.calls('updateAppSettings')).toMatchObject([
    { settings: { hosts: { ...NONE, frames: ['maps.example.com'], calls: ['x', 'y.example.com'] } } },
  ]);
});

it('says what an app of an earlier release shows, and keeps its pictures', async () => {
  const { user, server } = show(appWith(null), { updateAppSettings: appWith({ ...NONE, pictures: ['*'] }) });
  await text(/made by an earlier release/);
  await user.click(await button('Save'));
  await textGone(/made by an earlier release/);
  expect(server.calls('updateAppSettings')).toMatchObject([{ settings: { hosts: { ...NONE, pictures: ['*'] } } }]);
});

it('offers to load the servers again', async () => {
  const { server, user } = show({ ...appWith(NONE), namedHosts: refusal(500, 'The code cannot be read.') });
  await alert(/The servers could not be loaded\./);
  server.answer({ app: appWith(NONE) });
  await user.click(await button('Try again'));
  await text(/load nothing from other servers/);
});
