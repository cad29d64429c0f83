import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../core/store/index.ts';
import { type Product, startProduct } from '../product.ts';
import { between, chance, rounds, seed } from './chance.ts';
import { type Client, clientOf, signUp } from './client.ts';
import { type Album, Pictures } from './pictures.ts';

const acts = rounds(18, 120);
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

it(`${acts} acts with apps, whose sources are deleted and purged, lose no picture when the address moves`, {
  timeout: acts * 10_000 + 120_000,
}, async () => {
  const random = chance(seed);
  const folder = await mkdtemp(join(tmpdir(), 'sayso-pictures-'));
  // Each start has other ports: another address.
  const start = () => startProduct({ DATA_DIR: folder, RATE_LIMIT: '0', APP_RATE_LIMIT: '0' });
  let product: Product | undefined = await start();
  const plan: string[] = [];
  try {
    let client: Client = await signUp(product);
    const restart = async () => {
      await product?.kill();
      await letPurge(folder);
      product = await start();
      client = clientOf(product, client.token);
    };
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
      move: restart,
    };
    const act = async (name: string, at = between(random, 0, albums.length - 1)) => {
      const album = albums[at];
      if (album === undefined || product === undefined) throw new Error('There is no app.');
      plan.push(`${name} ${at}`);
      await can[name]?.(new Pictures(client, product), album);
    };
    const first = await new Pictures(client, product).make('Album');
    albums.push(first);
    // Every act once, then at random; at the end all that others came from is deleted.
    for (const name of ['row', 'page', 'logo', 'idea', 'copy', 'template', 'copy without rows']) await act(name, 0);
    const names = Object.keys(can);
    while (plan.length < acts) await act(names[between(random, 0, names.length - 1)] ?? 'row');
    if (albums.includes(first) && albums.length > 1) await act('remove', albums.indexOf(first));
    await act('move', 0);
    const where = `seed ${seed}: ${plan.join(', ')}`;
    const apps = (await client.graphql('{ apps { id } }'))['apps'] as { id: string }[];
    expect(apps.map(({ id }) => id).sort(), where).toEqual(albums.map(({ id }) => id).sort());
    // Files without a reference are purged, and no others.
    const used = () => new Set(albums.flatMap(({ rows, page, logo }) => [...rows, page, logo]).filter((says) => says !== null));
    const shown = new Pictures(client, product as Product);
    for (const album of albums) {
      const { rows, page, logo } = album;
      expect(await shown.shown(album), `${where}: ${album.id}`).toEqual({ rows: [...rows].sort(), page, logo });
    }
    for (const album of albums) await shown.remove(album);
    const kept = await bytesIn(folder);
    expect(kept, where).toBeGreaterThanOrEqual(used().size);
    await restart();
    await expect.poll(() => bytesIn(folder), { timeout: 30_000, message: where }).toBe(0);
  } finally {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
