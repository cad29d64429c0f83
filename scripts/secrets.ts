// `npm run secrets -- rotate`: replaces the secret of this installation, and encrypts with it what the one before encrypted.
import { ConfigFailure } from '../core/config/index.ts';
import { DataInUse } from '../core/data-lock.ts';
import { BootFailure } from '../core/kernel/index.ts';
import { RotationRefused, rotateSecret } from '../core/rotation.ts';

const USAGE = `Say what to do:
  npm run secrets -- rotate   replaces the secret of this installation. Stop Sayso first, on all nodes.`;

async function rotate(): Promise<string> {
  const { isStored } = await rotateSecret();
  const where = isStored ? 'The new one is in the data folder.' : 'Set SECRET to the value of SECRET_NEXT, and remove SECRET_NEXT.';
  return `The secret is replaced. ${where} Start Sayso again: every account has to log in again.`;
}

try {
  const [command, ...more] = process.argv.slice(2);
  if (command !== 'rotate' || more.length > 0) throw new RotationRefused(USAGE);
  console.log(await rotate());
} catch (error) {
  const isPlain = [RotationRefused, DataInUse, BootFailure, ConfigFailure].some((kind) => error instanceof kind);
  if (!isPlain) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
// Plugins may keep the process alive.
process.exit();
