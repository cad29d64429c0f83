import { adoptNextSecret, type CoreConfig, installationSecret, keyDerivation, nextSecret } from './config/index.ts';
import { configure } from './configure.ts';
import type { HostInfo } from './contract/index.ts';
import { createPrivately, openDataDirectory } from './data-dir.ts';
import { lockData } from './data-lock.ts';
import { openEngines } from './engines.ts';
import { createLogger } from './logger.ts';
import { createServer } from './server.ts';

/** The secret cannot be replaced; the message says why. */
export class RotationRefused extends Error {
  override readonly name = 'RotationRefused';
}

/**
 * Replaces the secret of the installation: starts the plugins once, without listening, so that they encrypt what they keep with keys of the
 * next one, then puts that in place. Repeat it when it was interrupted. Resolves with whether the secret is a stored one; the operator sets the
 * other kind. Throws `RotationRefused`, and `DataInUse` while a server runs.
 */
export async function rotateSecret(): Promise<{ readonly isStored: boolean }> {
  const { plugins, config } = await configure();
  // No jobs: those of another node would be retried with keys of another secret.
  const core: CoreConfig = { ...config.core, ROLE: ['builder'], PROCESSES: 1 };
  const isStored = core.SECRET === undefined;
  if (!isStored && core.SECRET_NEXT === undefined)
    throw new RotationRefused('SECRET is set. Set SECRET_NEXT to the secret that takes its place, of 32 characters or more.');
  createPrivately();
  const log = createLogger(core.LOG_LEVEL);
  openDataDirectory(core.DATA_DIR, { keepsDocuments: core.MONGODB_URI === undefined, log });
  const lock = core.MONGODB_URI === undefined ? lockData(core.DATA_DIR) : null;
  try {
    const before = installationSecret(core.SECRET, core.DATA_DIR);
    const after = nextSecret(core.SECRET_NEXT, core.DATA_DIR);
    if (after === before) throw new RotationRefused('SECRET_NEXT is the secret that is in use. Set it to another one.');
    const info: HostInfo = {
      builderUrl: core.BUILDER_URL ?? `http://localhost:${core.PORT}`,
      runtimeUrl: core.RUNTIME_URL ?? `http://localhost:${core.RUNTIME_PORT}`,
      deriveKey: keyDerivation(after),
      replacedKey: keyDerivation(before),
    };
    const engines = await openEngines(core, info, log);
    const { signedBlobs } = engines;
    const server = await createServer({ plugins, config: { ...config, core }, adapters: engines, signedBlobs, info, log });
    await server.start();
    await server.stop();
    adoptNextSecret(core.DATA_DIR, isStored);
    return { isStored };
  } finally {
    lock?.release();
  }
}
