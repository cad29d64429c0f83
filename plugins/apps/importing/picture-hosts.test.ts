import { isHost } from '@sayso/runtime/ref';
import { expect, it, test } from 'vitest';
import { pictureHostsOf } from './picture-hosts.ts';

test.each<[code: string, hosts: readonly string[]]>([
  ['<img src="https://images.unsplash.com/photo-1?w=200" />', ['images.unsplash.com']],
  ["const url = 'https://picsum.photos/200';", ['fastly.picsum.photos', 'picsum.photos']],
  ['<TileLayer url="https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png" />', ['*.tile.openstreetmap.org']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of an app
  ['`https://${s}.basemaps.cartocdn.com/light/1.png`', ['*.basemaps.cartocdn.com']],
  ['.a { background: url(//placehold.co/20) }', ['placehold.co']],
  ["import { base44 } from '@/api/base44Client';", ['media.base44.com', 'qtrypzzcjebvfcihiynt.supabase.co']],
  // Whoever has these can read what they are asked for.
  ['<img src="https://shop.example/logo.png" />', []],
  ['<img src="https://abcdefghijklmnopqrst.supabase.co/storage/v1/object/public/a.png" />', []],
  ['<img src="https://images.unsplash.com.evil.example/a.png" />', []],
  ['<img src="https://evil.example/https://picsum.photosx/1" />', []],
  ['<img src="https://images.unsplash.com@evil.example/a.png" />', []],
  ['<img src="https://x.tile.openstreetmap.org.evil.example/1.png" />', []],
  [`data:image/png;base64,//placehold.co/`, []],
])('%s shows pictures of %j', (code, hosts) => {
  expect(pictureHostsOf({ 'pages/Home': code })).toEqual(hosts);
});

it('names hosts that settings permit', () => {
  const all = 'base44 https://source.unsplash.com/ https://a.tile.openstreetmap.org/ https://b.basemaps.cartocdn.com/';
  const hosts = pictureHostsOf({ 'lib/a': all });
  expect(hosts).toHaveLength(6);
  expect(hosts.filter((host) => !isHost('pictures', host))).toEqual([]);
});
