// Loaded into the server by `supervise.sh`: npm starts its scripts in a shell, which does not forward signals, so the server stops when that
// shell has ended. Plain JavaScript like run.mjs.
import { isRunning } from './supervisor.mjs';

const CHECK_MS = 300;
const { SAYSO_PARENT } = process.env;
// Not for the processes that the server starts.
delete process.env.SAYSO_PARENT;

if (SAYSO_PARENT !== undefined) {
  const watch = setInterval(() => {
    if (isRunning(Number(SAYSO_PARENT))) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS).unref();
}
