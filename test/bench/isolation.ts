import { Sandbox } from '@sayso/integrations/testing';
import { atMost, median, type Result, time } from './measure.ts';

const CALLS = 300;
const STARTS = 7;
/** About as long as a package with a few endpoints. */
const CODE = `${'// A comment of the author.\n'.repeat(400)}export const run = ({ text }) => ({ text: text.toUpperCase() });`;

/**
 * What isolation adds to a call of an integration package: to one after others, to the first of an app, which takes the process that is kept ready,
 * and to the first of a server without such a process.
 */
export default async function isolation(): Promise<Result[]> {
  const call = (sandbox: Sandbox, tenant = 'bench') =>
    sandbox.run({ tenant, file: 'a.js', code: CODE, entry: 'run', args: [{ text: 'hello' }] });
  const cold: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const sandbox = new Sandbox({ processes: 2 });
    cold.push(await time(() => call(sandbox)));
    await sandbox.close();
  }
  const ofApp: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const sandbox = new Sandbox({ processes: 2 });
    await sandbox.prepare();
    ofApp.push(await time(() => call(sandbox)));
    await sandbox.close();
  }
  const sandbox = new Sandbox({ processes: 2 });
  const warm: number[] = [];
  for (let count = 0; count < CALLS; count += 1) warm.push(await time(() => call(sandbox)));
  await sandbox.close();
  return [
    atMost(5, { name: 'isolation: overhead of a call, warm', ours: median(warm.slice(20)), unit: 'ms' }),
    atMost(50, { name: 'isolation: the first call of an app', ours: median(ofApp), unit: 'ms' }),
    atMost(150, { name: 'isolation: the first call of a server', ours: median(cold), unit: 'ms' }),
  ];
}
