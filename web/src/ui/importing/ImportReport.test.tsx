import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, gone, text } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { refusal } from '../../testing/server.ts';
import { ImportReport } from './ImportReport.tsx';

const NONE = { scripts: [], styles: [], pictures: [], frames: [], calls: [] };
const namedHosts = [
  { kind: 'scripts', host: 'code.example.com', path: 'pages/Home' },
  { kind: 'pictures', host: 'cdn.example.com', path: 'pages/Home' },
  { kind: 'pictures', host: 'images.example.com', path: 'components/Card' },
];
const appWith = (hosts: object) => ({ ...draftApp, settings: { hosts }, namedHosts });
const imported = {
  id: draftApp.id,
  name: 'Shop',
  taken: 3,
  left: [],
  changed: [],
  backEnds: [],
  hosts: namedHosts,
  closed: [],
  task: null,
};
const show = (answers: object) => renderScreen(<ImportReport imported={imported} />, { answers: { app: appWith(NONE), ...answers } });

it('allows the hosts of pictures by one click, and no others', async () => {
  const pictures = ['cdn.example.com', 'images.example.com'];
  const { user, server } = show({ updateAppSettings: appWith({ ...NONE, pictures }) });
  await text('cdn.example.com');
  await user.click(await button('Allow pictures of these 2'));
  await gone('region', 'Pictures and media');
  within(screen.getByRole('region', { name: 'Code' })).getByText('code.example.com');
  expect(server.calls('updateAppSettings')).toEqual([{ id: draftApp.id, settings: { hosts: { ...NONE, pictures } } }]);
});

it('says what code of other servers can do beside its button', async () => {
  const { user, server } = show({ updateAppSettings: appWith({ ...NONE, scripts: ['code.example.com'] }) });
  await text(/can do all that your app can/);
  await user.click(await button('Allow code.example.com'));
  await gone('region', 'Code');
  expect(server.calls('updateAppSettings')).toMatchObject([{ settings: { hosts: { ...NONE, scripts: ['code.example.com'] } } }]);
});

it('allows nothing by itself, and says why the server refused', async () => {
  const { user, server } = show({ updateAppSettings: refusal(403, 'You may not change this app.') });
  await text('cdn.example.com');
  expect(server.calls('updateAppSettings')).toEqual([]);
  await user.click(await button('Allow cdn.example.com'));
  await alert('You may not change this app.');
  await text('cdn.example.com');
});
