import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Product, startProduct } from '../product.ts';

const PRELOAD = pathToFileURL(join(import.meta.dirname, '..', 'skewed-clock.mjs')).href;

/** A product on a machine whose clock a test sets. */
export interface SkewedProduct extends Product {
  /** Sets how far its clock is ahead of that of this machine, in ms. */
  setClock(aheadMs: number): Promise<void>;
}

export async function startSkewed(env: Readonly<Record<string, string>>, aheadMs = 0): Promise<SkewedProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-clock-'));
  const CLOCK_FILE = join(folder, 'ahead');
  const setClock = async (ms: number) => {
    await writeFile(`${CLOCK_FILE}.new`, String(ms));
    await rename(`${CLOCK_FILE}.new`, CLOCK_FILE);
  };
  await setClock(aheadMs);
  const drop = () => rm(folder, { recursive: true, force: true });
  const product = await startProduct({ ...env, CLOCK_FILE, NODE_OPTIONS: `--import=${PRELOAD}` }).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  const stop = async () => {
    const code = await product.stop();
    await drop();
    return code;
  };
  return {
    ...product,
    setClock,
    stop,
    kill: () => product.kill().then(drop),
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
