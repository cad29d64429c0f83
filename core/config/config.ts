import { z } from 'zod';
import { inPlainWords } from '../contract/words.ts';
import { addressProblems } from './addresses.ts';
import { type CoreConfig, coreKeys } from './keys.ts';
import { nearest, nearestInEnvironment } from './near.ts';

/** Environment variables, or the keys of a `.env` file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The parts of a plugin that its settings need. */
export interface Configured {
  readonly name: string;
  readonly config?: z.ZodType;
}

export interface Config {
  readonly core: CoreConfig;
  /** Parsed settings by the name of the plugin; undefined for one that declares none. */
  readonly plugins: ReadonlyMap<string, unknown>;
}

/** All invalid settings. */
export class ConfigFailure extends Error {
  readonly problems: readonly string[];
  override readonly name = 'ConfigFailure';
  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const pluginKeys = coreKeys.pick({ DATA_DIR: true, PLUGINS: true });

/** The settings that say which plugins to load; read first, because plugins declare settings of their own. */
export function pluginSettings(env: Environment, file: Environment = {}): z.output<typeof pluginKeys> {
  return pluginKeys.parse(withoutEmpty(env, file));
}

/** Drops empty values: compose files and shells use them for "not set". */
function withoutEmpty(env: Environment, file: Environment): Environment {
  return Object.fromEntries(Object.entries({ ...file, ...env }).filter(([, value]) => value !== undefined && value !== ''));
}

/**
 * Parses the settings of the host and its plugins. `file` is the `.env` file: the environment overrides it, and the host or a plugin must
 * declare each of its keys. Throws `ConfigFailure`.
 */
export function readConfig(env: Environment, plugins: readonly Configured[], file: Environment = {}): Config {
  const problems: string[] = [];
  const values = withoutEmpty(env, file);
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
  problems.push(...unknownInFile(file, known), ...misspelled(env, { file, known, values }), ...crossFieldProblems(values));
  if (core === undefined || problems.length > 0) throw new ConfigFailure([...new Set(problems)]);
  return { core, plugins: parsed };
}

/** Rejects keys of the `.env` file that are no setting. */
function unknownInFile(file: Environment, known: readonly string[]): string[] {
  return Object.keys(file).flatMap((key) => {
    if (known.includes(key)) return [];
    const near = nearest(key, known);
    return [`${key} in .env is not a setting of Sayso or of a plugin. ${near ? `Did you mean ${near}?` : 'Remove it.'}`];
  });
}

interface Settings {
  readonly file: Environment;
  readonly known: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** The environment has many unrelated variables: reports only those whose name resembles a setting. */
function misspelled(env: Environment, { file, known, values }: Settings): string[] {
  return Object.keys(env).flatMap((key) => {
    if (known.includes(key) || key in file || !env[key]) return [];
    const near = nearestInEnvironment(key, known);
    // If the similar setting is set too, the variable belongs to another program.
    if (near === undefined || values[near] !== undefined) return [];
    return [`${key} in the environment is not a setting of Sayso or of a plugin. Did you mean ${near}? Rename or remove it.`];
  });
}

/** Cross-field checks; they also run when single settings are invalid, to report all problems at once. */
function crossFieldProblems(values: Environment): string[] {
  const problems: string[] = [];
  const { MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY } = values;
  if (MINIO_ENDPOINT !== undefined && (MINIO_ACCESS_KEY === undefined || MINIO_SECRET_KEY === undefined)) {
    problems.push('MINIO_ENDPOINT needs MINIO_ACCESS_KEY and MINIO_SECRET_KEY. Set both.');
  }
  const [port, runtimePort] = [
    coreKeys.shape.PORT.safeParse(values['PORT']),
    coreKeys.shape.RUNTIME_PORT.safeParse(values['RUNTIME_PORT']),
  ];
  if (port.success && runtimePort.success && port.data !== 0 && port.data === runtimePort.data) {
    problems.push(`PORT and RUNTIME_PORT are both ${port.data}. Give each a port of its own.`);
  }
  const { BUILDER_URL, RUNTIME_URL } = coreKeys.shape;
  const [builder, runtime] = [BUILDER_URL.safeParse(values['BUILDER_URL']), RUNTIME_URL.safeParse(values['RUNTIME_URL'])];
  if (builder.success && runtime.success) problems.push(...addressProblems({ BUILDER_URL: builder.data, RUNTIME_URL: runtime.data }));
  return problems;
}

function keysOf(schema: z.ZodType | undefined): string[] {
  return settingsOf(schema).map(({ key }) => key);
}

/** The keys of a settings schema and their descriptions. */
export function settingsOf(schema: z.ZodType | undefined): { readonly key: string; readonly meaning: string }[] {
  const shape: Readonly<Record<string, z.ZodType>> = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.entries(shape).map(([key, { description = '' }]) => ({ key, meaning: description }));
}

function describe(issue: z.core.$ZodIssue, values: Environment, owner: string | null): string {
  const key = String(issue.path[0] ?? '');
  const value = values[key];
  // Never print the value of a secret.
  const shown = value === undefined ? 'is not set' : /SECRET|KEY|TOKEN|PASSWORD|URI|SMTP/.test(key) ? 'has a bad value' : `is "${value}"`;
  return `${key} ${shown}: ${inPlainWords({ ...issue, details: { ...issue } })}.${owner === null ? '' : ` It belongs to the plugin "${owner}".`}`;
}
