import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageTests, type RecordedCall, recordedCall } from '@sayso/integrations/author';
import { Refused } from './scaffold.ts';

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

/** Compares each recorded call of a package with what its code does now; an endpoint without one is reported. */
export async function testCalls(folder: string, options: CallOptions): Promise<Report> {
  const tests = new PackageTests(codeOf(folder), options);
  try {
    const manifest = await tests.manifest();
    const calls = recordedIn(folder);
    const lines: string[] = [];
    let failed = 0;
    for (const [file, call] of calls) {
      const { problem, logs } = await tests.check(manifest, call);
      lines.push(`${problem === null ? 'ok    ' : 'FAILED'}  ${call.endpoint}  ${file}`);
      if (problem === null) continue;
      failed += 1;
      lines.push(`  ${problem}`, ...logs.map(({ level, text }) => `  ${level}: ${text}`));
    }
    const covered = new Set([...calls.values()].map(({ endpoint }) => endpoint));
    const missing = Object.keys(manifest.endpoints).filter((name) => !covered.has(name));
    lines.push(
      ...missing.map(
        (name) => `FAILED  ${name}\n  It has no recorded call. Run: sayso-integration test --record, or write ${RECORDED}/${name}.json.`,
      ),
    );
    const isOk = failed + missing.length === 0;
    return { lines: [...lines, isOk ? `All ${calls.size} calls are as recorded.` : `${failed + missing.length} failed.`], isOk };
  } finally {
    await tests.close();
  }
}

/** Calls the servers with the input of each recorded call, or with the example of an endpoint that has none, and writes what they answer. */
export async function recordCalls(
  folder: string,
  { environment, ...options }: CallOptions & { readonly environment: Readonly<Record<string, string | undefined>> },
): Promise<Report> {
  const tests = new PackageTests(codeOf(folder), options);
  try {
    const manifest = await tests.manifest();
    const known = recordedIn(folder);
    const covered = new Set([...known.values()].map(({ endpoint }) => endpoint));
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

/** The recorded calls by file name. Throws `Refused` for a file that is none. */
function recordedIn(folder: string): ReadonlyMap<string, RecordedCall> {
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

function readCall(path: string): RecordedCall {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new Refused(`${path} is not valid JSON.`);
  }
  const { success, data, error } = recordedCall.safeParse(content);
  if (success) return data;
  const [issue] = error.issues;
  throw new Refused(`${path}: ${issue?.path.join('.') || 'the call'}: ${issue?.message ?? 'is not valid'}`);
}
