import { isHost } from '@sayso/runtime/ref';
import { expect, it, test } from 'vitest';
import { pictureHostsOf } from './picture-hosts.ts';

/** Of every imported app. */
const usual = pictureHostsOf({});

test.each<[code: string, hosts: readonly string[]]>([
  ['<img src="https://flagcdn.com/w20/de.png" />', ['flagcdn.com']],
  ["const url = 'https://source.unsplash.com/random';", ['source.unsplash.com']],
  ['<TileLayer url="https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png" />', ['*.tile.openstreetmap.org']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of an app
  ['`https://${s}.basemaps.cartocdn.com/light/1.png`', ['*.basemaps.cartocdn.com']],
  ['.a { background: url(//robohash.org/20) }', ['robohash.org']],
  ["import { base44 } from '@/api/base44Client';", ['media.base44.com', 'qtrypzzcjebvfcihiynt.supabase.co']],
  // The customers of these hosts can read the requests.
  ['<img src="https://shop.example/logo.png" />', []],
  ['<img src="https://abcdefghijklmnopqrst.supabase.co/storage/v1/object/public/a.png" />', []],
  ['<img src="https://flagcdn.com.evil.example/a.png" />', []],
  ['<img src="https://evil.example/https://robohash.orgx/1" />', []],
  ['<img src="https://flagcdn.com@evil.example/a.png" />', []],
  ['<img src="https://x.tile.openstreetmap.org.evil.example/1.png" />', []],
  [`data:image/png;base64,//robohash.org/`, []],
])('%s shows pictures of %j', (code, hosts) => {
  expect(pictureHostsOf({ 'pages/Home': code }).filter((host) => !usual.includes(host))).toEqual(hosts);
});

it('names hosts that settings permit', () => {
  const all = 'base44 https://source.unsplash.com/ https://a.tile.openstreetmap.org/ https://b.basemaps.cartocdn.com/';
  const hosts = pictureHostsOf({ 'lib/a': all });
  expect(hosts).toHaveLength(usual.length + 5);
  expect(hosts.filter((host) => !isHost('pictures', host))).toEqual([]);
});
