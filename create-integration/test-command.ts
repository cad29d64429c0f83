// `sayso-integration test [folder] [--record]`: calls the endpoints of an integration package as Sayso does, in isolation.
import { parseArgs } from 'node:util';
import { Refused } from 'create-sayso-plugin/template';
import { recordCalls, testCalls } from './calls.ts';

const USAGE = `Say what to do:
  sayso-integration test [folder]            compares endpoints and webhooks with the folder "recorded"
  sayso-integration test [folder] --record   calls the servers, and records what they answer

  --private-host <host>   a host in a private network that the package may call, such as localhost:9000`;

try {
  const { values, positionals } = parseArgs({
    options: { record: { type: 'boolean', default: false }, 'private-host': { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const [command, folder = '.'] = positionals;
  if (command !== 'test' || positionals.length > 2) throw new Refused(USAGE);
  const privateHosts = values['private-host'] ?? [];
  const { lines, isOk } = values.record
    ? await recordCalls(folder, { privateHosts, environment: process.env })
    : await testCalls(folder, { privateHosts });
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = isOk ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
