// Entry of every npm script, in plain JavaScript for Node 20: installs and builds what is missing or stale, then runs the script with
// the project's own Node (see `optionalDependencies` of the root package.json).
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPrepared } from './prepared.mjs';
import { becomeSupervisor, canBecome } from './supervisor.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name = '', ...rest] = process.argv.slice(2);
process.chdir(root);
// The usual start needs none of the modules below, which take longer to load than the rest.
if (name === 'start' && canBecome && isPrepared(root)) becomeSupervisor(rest);
const { runCommand } = await import('./commands.mjs');
process.exit(await runCommand(name, rest));
