import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageTests, type RecordedCall, type RecordedDelivery, recordedCall, recordedDelivery } from '@sayso/integrations/author';
import { Refused } from 'create-sayso-plugin/template';

const CODE = 'integration.js';
const RECORDED = 'recorded';

export interface CallOptions {
  /** Hosts in private networks that the package may call, by plain HTTP as well. */
  readonly privateHosts: readonly string[];
}

export interface Report {
  readonly lines: readonly string[];
  readonly isOk: boolean;
}

/** Compares each recorded call and delivery of a package with what its code does now; endpoints and webhooks without one are reported. */
export async function testCalls(folder: string, options: CallOptions): Promise<Report> {
  const tests = new PackageTests(codeOf(folder), options);
  try {
    const manifest = await tests.manifest();
    const recorded = recordedIn(folder);
    const lines: string[] = [];
    let failed = 0;
    for (const [file, one] of recorded) {
      const { problem, logs } = await ('webhook' in one ? tests.deliver(manifest, one) : tests.check(manifest, one));
      lines.push(`${problem === null ? 'ok    ' : 'FAILED'}  ${nameOf(one)}  ${file}`);
      if (problem === null) continue;
      failed += 1;
      lines.push(`  ${problem}`, ...logs.map(({ level, text }) => `  ${level}: ${text}`));
    }
    const covered = new Set([...recorded.values()].map(nameOf));
    const endpoints = Object.keys(manifest.endpoints).filter((name) => !covered.has(name));
    const webhooks = Object.keys(manifest.webhooks).filter((name) => !covered.has(`webhook ${name}`));
    const write = (name: string) => `write ${RECORDED}/${name}.json.`;
    lines.push(
      ...endpoints.map((name) => `FAILED  ${name}\n  It has no recorded call. Run: sayso-integration test --record, or ${write(name)}`),
      ...webhooks.map((name) => `FAILED  webhook ${name}\n  It has no recorded delivery: ${write(name)}`),
    );
    const missing = endpoints.length + webhooks.length;
    const isOk = failed + missing === 0;
    return { lines: [...lines, isOk ? `All ${recorded.size} calls and deliveries are as recorded.` : `${failed + missing} failed.`], isOk };
  } finally {
    await tests.close();
  }
}

/** A delivery is no endpoint of the same name. */
function nameOf(one: RecordedCall | RecordedDelivery): string {
  return 'webhook' in one ? `webhook ${one.webhook}` : one.endpoint;
}

/** Calls the servers with the input of each recorded call, or with the example of an endpoint that has none, and writes what they answer. */
export async function recordCalls(
  folder: string,
  { environment, ...options }: CallOptions & { readonly environment: Readonly<Record<string, string | undefined>> },
): Promise<Report> {
  const tests = new PackageTests(codeOf(folder), options);
  try {
    const manifest = await tests.manifest();
    const known = [...recordedIn(folder)].flatMap(([file, one]) => ('webhook' in one ? [] : [[file, one] as const]));
    const covered = new Set(known.map(([, { endpoint }]) => endpoint));
    const examples = Object.entries(manifest.endpoints).flatMap(([endpoint, { example }]) =>
      covered.has(endpoint) ? [] : [[`${endpoint}.json`, { endpoint, settings: {}, input: example.input }] as const],
    );
    const secrets = valuesOf('SECRET', Object.keys(manifest.secrets), environment);
    const connections = valuesOf('CONNECTION', Object.keys(manifest.connections), environment);
    mkdirSync(join(folder, RECORDED), { recursive: true });
    const lines: string[] = [];
    for (const [file, call] of [...known, ...examples]) {
      const made = await tests.record(manifest, call, { secrets: secrets.values, connections: connections.values });
      writeFileSync(join(folder, RECORDED, file), `${JSON.stringify(made, null, 2)}\n`);
      lines.push(`${made.error === undefined ? 'recorded' : `recorded a failure (${made.error})`}  ${call.endpoint}  ${file}`);
    }
    const unset = [...secrets.unset, ...connections.unset];
    if (unset.length > 0) lines.push(`Some values were missing. Set ${unset.join(', ')}.`);
    return { lines, isOk: true };
  } finally {
    await tests.close();
  }
}

/** Values of environment variables by what they stand for: the secret `apiKey` is `SECRET_API_KEY`. `unset`: variables without a value. */
function valuesOf(kind: 'SECRET' | 'CONNECTION', names: readonly string[], environment: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, string> = {};
  const unset: string[] = [];
  for (const name of names) {
    const variable = `${kind}_${name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()}`;
    const value = environment[variable] ?? '';
    if (value === '') unset.push(variable);
    else values[name] = value;
  }
  return { values, unset };
}

function codeOf(folder: string): string {
  try {
    return readFileSync(join(folder, CODE), 'utf8');
  } catch {
    throw new Refused(`There is no ${CODE} in ${folder}.`);
  }
}

/** The recorded calls and deliveries by file name. Throws `Refused` for a file that is neither. */
function recordedIn(folder: string): ReadonlyMap<string, RecordedCall | RecordedDelivery> {
  const files = listed(join(folder, RECORDED)).filter((file) => file.endsWith('.json'));
  return new Map(files.map((file) => [file, readCall(join(folder, RECORDED, file))]));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function readCall(path: string): RecordedCall | RecordedDelivery {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new Refused(`${path} is not valid JSON.`);
  }
  const isDelivery = typeof content === 'object' && content !== null && 'webhook' in content;
  const { success, data, error } = isDelivery ? recordedDelivery.safeParse(content) : recordedCall.safeParse(content);
  if (success) return data;
  const [issue] = error.issues;
  throw new Refused(`${path}: ${issue?.path.join('.') || 'the call'}: ${issue?.message ?? 'is not valid'}`);
}
