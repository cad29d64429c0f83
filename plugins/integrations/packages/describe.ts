import type { PackageManifest } from './manifest.ts';

const MAX_PROPERTIES = 12;
const MAX_LEVELS = 2;

export interface DescribedPackages {
  readonly installed: readonly PackageManifest[];
  /** In the catalogue, and not in the app. */
  readonly offered: readonly PackageManifest[];
}

/** The packages of an app for the model that writes it: how code calls them, and what the person could install. Empty without any. */
export function describePackages({ installed, offered }: DescribedPackages): string {
  const parts = [
    installed.length === 0 ? '' : `Installed integration packages:\n${installed.map((one) => describe(one)).join('\n')}`,
    offered.length === 0
      ? ''
      : `Integration packages that are not installed. Import one only when the request needs its service; the person is then offered to install it:\n${offered.map((one) => describe(one)).join('\n')}`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return '';
  const how =
    "Functions of packages are imported by name, as from '@/integrations/slack'; each takes one object, and answers with a promise of one.";
  return [how, ...parts].join('\n');
}

function describe({ name, title, sentence, endpoints }: PackageManifest): string {
  const functions = Object.entries(endpoints).map(
    ([endpoint, { sentence: what, input, output }]) => `  - ${endpoint}(${typeOf(input)}) → ${typeOf(output)}: ${what}`,
  );
  return [`- @/integrations/${name} (${title}): ${sentence}`, ...functions].join('\n');
}

type Schema = Readonly<Record<string, unknown>>;

/** A short type of a JSON schema, such as `{ text: string, username?: string }`. */
function typeOf(schema: unknown, level = 0): string {
  if (typeof schema !== 'object' || schema === null) return 'any';
  const { type, properties, items, enum: choices, required } = schema as Schema;
  if (Array.isArray(choices))
    return choices
      .slice(0, 8)
      .map((choice) => JSON.stringify(choice))
      .join(' | ');
  if (type === 'array') return `${typeOf(items, level + 1)}[]`;
  if (type !== 'object') return typeof type === 'string' ? type : 'any';
  const entries = Object.entries((properties ?? {}) as Schema);
  if (entries.length === 0 || level >= MAX_LEVELS) return 'object';
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const shown = entries
    .slice(0, MAX_PROPERTIES)
    .map(([name, value]) => `${name}${names.includes(name) ? '' : '?'}: ${typeOf(value, level + 1)}`);
  return `{ ${[...shown, ...(entries.length > MAX_PROPERTIES ? ['…'] : [])].join(', ')} }`;
}
