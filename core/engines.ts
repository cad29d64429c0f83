import { hostname } from 'node:os';
import { join } from 'node:path';
import { openDiskBlobs, readSignedBlob } from './blobs/index.ts';
import type { CoreConfig } from './config/index.ts';
import { type HostInfo, type Logger, newId } from './contract/index.ts';
import { openEvents } from './events/index.ts';
import type { SignedBlobs } from './http/index.ts';
import { openJobs } from './jobs/index.ts';
import type { Adapters } from './kernel/index.ts';
import type { BlobStore } from './ports/blobs.ts';
import type { Events } from './ports/events.ts';
import type { Store } from './ports/store.ts';
import { connectTo } from './reachable.ts';
import { openMongoStore, openSqliteStore } from './store/index.ts';
import { openWorkers } from './workers/index.ts';

export interface Engines extends Adapters {
  /** Null where the blob engine serves its signed links itself. */
  readonly signedBlobs: SignedBlobs | null;
}

/** Opens the configured store and blob store, and the engines on top of them. Closes the opened ones when a later one fails. */
export async function openEngines(config: CoreConfig, info: HostInfo, log: Logger): Promise<Engines> {
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(engine: T): T => {
    opened.push(engine);
    return engine;
  };
  const nodeId = `${hostname()}-${process.pid}-${newId()}`;
  try {
    const store = keep(
      config.MONGODB_URI === undefined
        ? await openSqliteStore({ file: join(config.DATA_DIR, 'sayso.db'), log })
        : await openMongo(config.MONGODB_URI, log),
    );
    const { blobs, signedBlobs } = await openBlobs(config, info);
    keep(blobs);
    // Earlier releases kept the events there.
    if (config.MONGODB_URI === undefined) await store.drop('events');
    const events = keep(
      config.MONGODB_URI === undefined ? await openFileEvents(config, log, nodeId) : await openEvents({ store, log, nodeId }),
    );
    const jobs = keep(
      await openJobs({
        store,
        log,
        nodeId,
        run: config.ROLE.includes('worker'),
        ...(config.MONGODB_URI === undefined ? { isGone } : {}),
      }),
    );
    const workers = keep(openWorkers({ log }));
    return { store, blobs, events, jobs, workers, signedBlobs };
  } catch (error) {
    for (const engine of opened.reverse()) await engine.close().catch((err: unknown) => log.warn({ err }, 'Closing failed'));
    throw error;
  }
}

/** The files of events between the processes of this machine. A start deletes them: no process is left that has not seen them. */
export const EVENT_FILES: readonly string[] = ['events.db', 'events.db-wal', 'events.db-shm'];

/** Events are appended, and read once; the file holds those of an hour. */
const EVENT_CACHE_KIB = 1024;

/**
 * Events in a file of their own, without fsyncs: only running processes read them, and these end with the machine. A killed process loses
 * none that it has written.
 */
async function openFileEvents(config: CoreConfig, log: Logger, nodeId: string): Promise<Events> {
  const store = await openSqliteStore({ file: join(config.DATA_DIR, 'events.db'), durable: false, cacheKib: EVENT_CACHE_KIB, log });
  try {
    const events = await openEvents({ store, log, nodeId, changes: () => store.changes() });
    return {
      ...events,
      async close() {
        await events.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function openMongo(uri: string, log: Logger): Promise<Store> {
  return connectTo('MONGODB_URI', uri, () => openMongoStore({ uri, log }));
}

/** In the reverse of the order in which they were opened. */
export async function closeEngines({ workers, jobs, events, blobs, store }: Engines): Promise<void> {
  for (const engine of [workers, jobs, events, blobs, store]) await engine.close();
}

/** Only one process should use a SQLite file, so earlier nodes are dead. Checks the pid in case a second process was started by mistake. */
function isGone(nodeId: string): boolean {
  const [, host, pid] = /^(.*)-(\d+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(nodeId) ?? [];
  // In a container a restarted process gets the same pid.
  if (host !== hostname() || Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function openBlobs(config: CoreConfig, info: HostInfo): Promise<{ blobs: BlobStore; signedBlobs: SignedBlobs | null }> {
  const { MINIO_ENDPOINT: endpoint, MINIO_ACCESS_KEY: accessKey = '', MINIO_SECRET_KEY: secretKey = '', MINIO_BUCKET: bucket } = config;
  if (endpoint !== undefined) {
    const { openMinioBlobs } = await import('./blobs/index.ts');
    const blobs = await connectTo('MINIO_ENDPOINT', endpoint, () => openMinioBlobs({ endpoint, accessKey, secretKey, bucket }));
    return { blobs, signedBlobs: null };
  }
  const key = info.deriveKey('blobs');
  // Uploaded files are untrusted: serve them from the runtime origin, which holds no builder session.
  const blobs = await openDiskBlobs({ directory: join(config.DATA_DIR, 'blobs'), publicUrl: info.runtimeUrl, key });
  return { blobs, signedBlobs: (request, range) => readSignedBlob(blobs, request, key, range) };
}
