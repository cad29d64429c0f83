import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePorts } from '../../core/free-ports.ts';
import { openSqliteStore } from '../../core/store/index.ts';
import { type Product, startProduct } from '../product.ts';
import { openTlsProxy } from '../tls-proxy.ts';
import { between, chance, rounds, seed } from './chance.ts';
import { type Client, clientOf, signUp } from './client.ts';
import { type Album, Pictures, type Place } from './pictures.ts';

const acts = rounds(22, 120);
const LONG_AGO = '2020-01-01T00:00:00.000Z';

/** Lets a stopped product purge what was deleted when it starts again. */
async function letPurge(folder: string): Promise<void> {
  const store = await openSqliteStore({ file: join(folder, 'sayso.db') });
  const document = undefined as never;
  try {
    await (await store.open('apps_apps', { document })).updateMany({ deletedAt: { $ne: null } }, { $set: { deletedAt: LONG_AGO } });
    await (await store.open('apps_contents', { document })).updateMany({}, { $set: { usedAt: LONG_AGO } });
    await (await store.open('jobs', { document })).updateOne({ _id: 'cron.apps.purge' }, { $set: { dueAt: LONG_AGO } });
  } finally {
    await store.close();
  }
}

async function bytesIn(folder: string): Promise<number> {
  const bytes = join(folder, 'blobs', 'objects', 'integrations', 'bytes');
  const names = await readdir(bytes, { recursive: true, withFileTypes: true }).catch(() => []);
  return names.filter((entry) => entry.isFile()).length;
}

// The proxies of this test have a certificate that no client knows.
beforeAll(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
afterAll(() => void vi.unstubAllEnvs());

it(`${acts} acts with apps, whose sources are deleted and purged, lose no picture when the address moves`, {
  timeout: acts * 10_000 + 120_000,
}, async () => {
  const random = chance(seed);
  const folder = await mkdtemp(join(tmpdir(), 'sayso-pictures-'));
  // Each start has other ports: another address. Behind the proxies it is one with HTTPS.
  let [port = 0, runtimePort = 0] = await freePorts(2);
  await using builderProxy = await openTlsProxy(() => port);
  await using runtimeProxy = await openTlsProxy(() => runtimePort);
  const start = async (scheme: 'http' | 'https') => {
    [port = 0, runtimePort = 0] = await freePorts(2);
    const https: Record<string, string> = { BUILDER_URL: builderProxy.url, RUNTIME_URL: runtimeProxy.url };
    const ports = { PORT: `${port}`, RUNTIME_PORT: `${runtimePort}` };
    return startProduct({ DATA_DIR: folder, RATE_LIMIT: '0', APP_RATE_LIMIT: '0', ...ports, ...(scheme === 'https' ? https : {}) });
  };
  let product: Product | undefined = await start('http');
  const plan: string[] = [];
  try {
    let client: Client = await signUp(product);
    const restart = async (scheme: 'http' | 'https') => {
      await product?.kill();
      await letPurge(folder);
      product = await start(scheme);
      client = clientOf(product, client.token);
    };
    const here = ({ builderUrl, runtimeUrl }: Product): Place => ({ builderUrl, runtimeUrl, runtimePort: `${runtimePort}` });
    let albums: Album[] = [];
    const gone: string[] = [];
    const picture = () => `picture ${plan.length}`;
    const can: Record<string, (pictures: Pictures, album: Album) => Promise<void>> = {
      row: (pictures, album) => pictures.addRow(album, picture()),
      page: (pictures, album) => pictures.showOnPage(album, picture()),
      logo: (pictures, album) => pictures.setLogo(album, picture()),
      idea: (pictures, album) => pictures.tryIdea(album, picture()),
      copy: async (pictures, album) => void albums.push(await pictures.copy(album, true)),
      'copy without rows': async (pictures, album) => void albums.push(await pictures.copy(album, false)),
      template: async (pictures, album) => void albums.push(await pictures.shareAndMake(album)),
      remove: async (pictures, album) => {
        if (albums.length === 1) return;
        await pictures.remove(album);
        gone.push(album.id);
        albums = albums.filter((each) => each !== album);
      },
      function: (pictures, album) => pictures.nameInFunction(album, picture()),
      chat: (pictures, album) => pictures.nameInChat(album, picture()),
      'sent by a program': async (pictures, album) => void albums.push(await pictures.sendWhole(album)),
      'host of its own': (pictures, album) => pictures.publishAt(album, `album-${plan.length}.example`),
      move: () => restart('http'),
      'move to https': () => restart('https'),
    };
    const act = async (name: string, at = between(random, 0, albums.length - 1)) => {
      const album = albums[at];
      if (album === undefined || product === undefined) throw new Error('There is no app.');
      plan.push(`${name} ${at}`);
      await can[name]?.(new Pictures(client, here(product)), album);
    };
    const first = await new Pictures(client, here(product)).make('Album');
    albums.push(first);
    // Every act once, then at random; at the end all that others came from is deleted.
    const once = ['row', 'page', 'logo', 'function', 'chat', 'idea', 'copy', 'template', 'copy without rows', 'sent by a program'];
    for (const name of [...once, 'host of its own']) await act(name, 0);
    await act('host of its own', albums.length - 1);
    await act('chat', 1);
    const names = Object.keys(can);
    while (plan.length < acts) await act(names[between(random, 0, names.length - 1)] ?? 'row');
    if (albums.includes(first) && albums.length > 1) await act('remove', albums.indexOf(first));
    await act('move to https', 0);
    const where = `seed ${seed}: ${plan.join(', ')}`;
    const apps = (await client.graphql('{ apps { id } }'))['apps'] as { id: string }[];
    expect(apps.map(({ id }) => id).sort(), where).toEqual(albums.map(({ id }) => id).sort());
    // Files without a reference are purged, and no others.
    const used = () =>
      new Set(albums.flatMap(({ rows, page, logo, function: called }) => [...rows, page, logo, called]).filter((says) => says !== null));
    const shown = new Pictures(client, here(product as Product));
    for (const album of albums) {
      const { id, domain, rows, page, ...named } = album;
      const atDomain = domain === null ? null : page;
      expect(await shown.shown(album), `${where}: ${id}`).toEqual({ ...named, rows: [...rows].sort(), page, atDomain });
    }
    for (const album of albums) await shown.remove(album);
    const kept = await bytesIn(folder);
    expect(kept, where).toBeGreaterThanOrEqual(used().size);
    await restart('http');
    await expect.poll(() => bytesIn(folder), { timeout: 30_000, message: where }).toBe(0);
  } finally {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
