import { z } from 'zod';
import { inPlainWords } from '../contract/words.ts';
import { type CoreConfig, coreKeys } from './keys.ts';

/** Environment variables, or the keys of a `.env` file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A plugin, as far as its settings go. */
export interface Configured {
  readonly name: string;
  readonly config?: z.ZodType;
}

export interface Config {
  readonly core: CoreConfig;
  /** Parsed settings by the name of the plugin; undefined for one that declares none. */
  readonly plugins: ReadonlyMap<string, unknown>;
}

/** Every bad setting at once. */
export class ConfigFailure extends Error {
  readonly problems: readonly string[];
  override readonly name = 'ConfigFailure';
  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * The settings of the host and of its plugins. `file` is the `.env` file: the environment wins over it, and each of its keys must be
 * one that somebody declares. Throws `ConfigFailure`.
 */
export function readConfig(env: Environment, plugins: readonly Configured[], file: Environment = {}): Config {
  const problems: string[] = [];
  // An empty value is how compose files and shells say "not set".
  const values = Object.fromEntries(Object.entries({ ...file, ...env }).filter(([, value]) => value !== undefined && value !== ''));
  const parse = (schema: z.ZodType, owner: string | null): unknown => {
    const result = schema.safeParse(values);
    if (result.success) return result.data;
    for (const issue of result.error.issues) problems.push(describe(issue, values, owner));
    return undefined;
  };
  const core = parse(coreKeys, null) as CoreConfig | undefined;
  const parsed = new Map<string, unknown>();
  for (const { name, config } of plugins) parsed.set(name, config ? parse(config, name) : undefined);

  const known = [coreKeys, ...plugins.map(({ config }) => config)].flatMap(keysOf);
  for (const key of Object.keys(file)) {
    if (known.includes(key)) continue;
    const near = known.find((candidate) => distance(candidate, key) <= 2);
    problems.push(`${key} in .env is not a setting of Sayso or of a plugin. ${near ? `Did you mean ${near}?` : 'Remove it.'}`);
  }
  if (core && core.MINIO_ENDPOINT !== undefined && (core.MINIO_ACCESS_KEY === undefined || core.MINIO_SECRET_KEY === undefined)) {
    problems.push('MINIO_ENDPOINT needs MINIO_ACCESS_KEY and MINIO_SECRET_KEY. Set both.');
  }
  if (core && core.PORT !== 0 && core.PORT === core.RUNTIME_PORT) {
    problems.push(`PORT and RUNTIME_PORT are both ${core.PORT}. Give each a port of its own.`);
  }
  if (core === undefined || problems.length > 0) throw new ConfigFailure([...new Set(problems)]);
  return { core, plugins: parsed };
}

/** The keys a schema of settings declares, with what each means. */
function keysOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function describe(issue: z.core.$ZodIssue, values: Environment, owner: string | null): string {
  const key = String(issue.path[0] ?? '');
  const value = values[key];
  // The value of a secret must not end in a log.
  const shown = value === undefined ? 'is not set' : /SECRET|KEY|TOKEN|PASSWORD|URI|SMTP/.test(key) ? 'has a bad value' : `is "${value}"`;
  return `${key} ${shown}: ${inPlainWords({ ...issue, details: { ...issue } })}.${owner === null ? '' : ` It belongs to the plugin "${owner}".`}`;
}

/** Levenshtein: how many letters to change. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const substitute = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitute));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
