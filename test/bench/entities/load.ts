import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { percentile } from '../measure.ts';
import type { Call, Side } from './side.ts';

export interface Load {
  readonly side: Pick<Side, 'origin' | 'headers'>;
  /** Sent in turn by each connection, over and over. */
  readonly calls: readonly Call[];
  readonly connections: number;
  /** How long, in seconds, or how many calls. */
  readonly until: { readonly seconds: number } | { readonly amount: number };
  /** Requests per second of all connections; default as many as the server answers. */
  readonly rate?: number;
}

export interface Measured {
  /** Responses per second. */
  readonly rate: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** What a generator reports. */
export interface Report {
  readonly responses: number;
  readonly failed: number;
  readonly seconds: number;
  /** In milliseconds. */
  readonly latencies: readonly number[] | { readonly p50: number; readonly p99: number };
}

/** `wrk` takes less CPU time from the servers, which share the machine; it knows neither a number of calls nor a rate. */
const hasWrk = process.platform !== 'win32' && spawnSync('wrk', ['--version']).error === undefined;
export const GENERATOR = hasWrk ? 'wrk' : 'autocannon';

/** Sends requests from a process of its own. Throws when one does not succeed. */
export async function load(options: Load): Promise<Measured> {
  const report = await (hasWrk && 'seconds' in options.until && options.rate === undefined
    ? byWrk(options, options.until.seconds)
    : byAutocannon(options));
  const { responses, failed, seconds, latencies } = report;
  if (failed > 0 || responses === 0) {
    const { method, path } = options.calls[0] ?? { method: '', path: '' };
    throw new Error(`${failed} of ${responses} requests like ${method} ${options.side.origin}${path} failed.`);
  }
  const both = 'p50' in latencies ? latencies : { p50: percentile(latencies, 50), p99: percentile(latencies, 99) };
  return { rate: responses / seconds, p50: both.p50, p99: both.p99 };
}

async function byAutocannon(options: Load): Promise<Report> {
  const child = fork(new URL('./autocannon.child.ts', import.meta.url), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  const reported = once(child, 'message');
  const { origin, headers } = options.side;
  child.send({ ...options, side: { origin, headers } });
  const first = await Promise.race([reported, ended.then(() => null)]);
  await ended;
  if (first === null) throw new Error('The load generator ended without a report.');
  return (first as [Report])[0];
}

async function byWrk({ side, calls, connections }: Load, seconds: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-bench-wrk-'));
  try {
    const script = join(folder, 'calls.lua');
    await writeFile(script, luaOf(side.headers, calls));
    const child = spawn('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, side.origin], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const report = /^report (\{.*\})$/m.exec(await text(child.stdout))?.[1];
    if (report === undefined) throw new Error('wrk ended without a report.');
    return JSON.parse(report) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A script for wrk. Lua reads the escapes of a JSON string of ASCII characters. */
function luaOf(headers: Side['headers'], calls: readonly Call[]): string {
  const lines = calls.map(({ method, path, body }) => {
    const json = body === undefined ? 'nil' : JSON.stringify(JSON.stringify(body));
    return `  {${JSON.stringify(method)}, ${JSON.stringify(path)}, ${json}},`;
  });
  return `local calls = {
${lines.join('\n')}
}
${Object.entries({ ...headers, 'content-type': 'application/json' })
  .map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join('\n')}
local prepared, at = {}, 0
function init()
  for index, call in ipairs(calls) do prepared[index] = wrk.format(call[1], call[2], nil, call[3]) end
end
function request()
  at = at % #prepared + 1
  return prepared[at]
end
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format('report {"responses":%d,"failed":%d,"seconds":%f,"latencies":{"p50":%f,"p99":%f}}',
    summary.requests, failed, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
`;
}
