// What follows the end of the server: restart.mjs <exit code> <seconds> <parent> <crashes> [parameters of the server]. Plain JavaScript.
import { setTimeout as pause } from 'node:timers/promises';
import { afterRun } from './supervise.mjs';
import { becomeSupervisor, isRunning } from './supervisor.mjs';

const [code = 0, seconds = 0, parent = 0, crashes = 0] = process.argv.slice(2, 6).map(Number);
const next = afterRun({ code, ranMs: seconds * 1000, crashes });
if (next.text !== '') process.stdout.write(`${next.text}\n`);
if (next.pauseMs === null) process.exit(code);
await pause(next.pauseMs);
if (!isRunning(parent)) process.exit(code);
becomeSupervisor(process.argv.slice(6), { crashes: next.crashes, parent });
