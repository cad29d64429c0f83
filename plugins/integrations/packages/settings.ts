import { hostPatternOf } from '../sandbox/addresses.ts';
import { type KeyEncoding, keyOf } from '../webhooks/keys.ts';
import { InvalidSettings } from './errors.ts';
import type { PackageManifest, PackageSetting } from './manifest.ts';

export type SettingValue = string | number | boolean;
export type SettingValues = Readonly<Record<string, SettingValue>>;

const MAX_TEXT = 2000;
const MAX_LONG_TEXT = 200_000;
const MAX_SECRET = 4000;
const ENCODED: Readonly<Record<KeyEncoding, string>> = {
  text: 'a text',
  whsec: 'Base64, as in whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  base64: 'Base64',
  base64url: 'Base64 for addresses',
  hex: 'hexadecimal digits',
};

/** The settings of an instance: what was given, or the defaults. Throws `InvalidSettings`. Unknown names are refused. */
export function readSettings(manifest: PackageManifest, given: Readonly<Record<string, unknown>>): SettingValues {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(manifest.settings, name));
  if (unknown !== undefined) throw problem(unknown, `${manifest.title} has no setting ${JSON.stringify(unknown)}.`);
  const values: Record<string, SettingValue> = {};
  for (const [name, setting] of Object.entries(manifest.settings)) {
    const value = settingOf(name, setting, Object.hasOwn(given, name) ? given[name] : undefined);
    if (value !== null) values[name] = value;
  }
  return values;
}

function settingOf(name: string, setting: PackageSetting, given: unknown): SettingValue | null {
  if (given === undefined || given === null || given === '') {
    if (setting.default !== undefined && given === undefined) return setting.default;
    if (setting.required) throw problem(name, `${setting.title} is required.`);
    return null;
  }
  const fault = faults[setting.type](given, setting);
  if (fault !== null) throw problem(name, `${setting.title} ${fault}.`);
  return given as SettingValue;
}

const faults: Readonly<Record<PackageSetting['type'], (given: unknown, setting: PackageSetting) => string | null>> = {
  boolean: (given) => (typeof given === 'boolean' ? null : 'is true or false'),
  number: (given) => (typeof given === 'number' && Number.isFinite(given) ? null : 'is a number'),
  text: (given) => (isText(given, MAX_TEXT) ? null : 'is a shorter text'),
  'long-text': (given) => (isText(given, MAX_LONG_TEXT) ? null : 'is a shorter text'),
  choice: (given, { choices = [] }) => (choices.some(({ value }) => value === given) ? null : 'is one of the choices'),
  url: (given) => (isText(given, MAX_TEXT) && isWebAddress(given) ? null : 'is an address such as https://example.com'),
};

function isText(given: unknown, most: number): given is string {
  return typeof given === 'string' && given.length <= most;
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}

/** The secrets that a form changes: a text is a new value, null removes it. Throws `InvalidSettings`. */
export function readSecrets(manifest: PackageManifest, given: Readonly<Record<string, unknown>>): Readonly<Record<string, string | null>> {
  const changed: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(given)) {
    const secret = Object.hasOwn(manifest.secrets, name) ? manifest.secrets[name] : undefined;
    if (secret === undefined) throw problem(name, `${manifest.title} has no secret ${JSON.stringify(name)}.`);
    if (value !== null && (typeof value !== 'string' || value.trim() === '' || value.length > MAX_SECRET))
      throw problem(name, `${secret.title} is a text of at most ${MAX_SECRET} characters.`);
    const text = value === null ? null : value.trim();
    if (text !== null && secret.encoding !== undefined && keyOf(text, secret.encoding) === null)
      throw problem(name, `${secret.title} is not valid: it has to be ${ENCODED[secret.encoding]}.`);
    changed[name] = text;
  }
  return changed;
}

/** The hosts of a declaration, with those of settings. */
export function hostsOf({ hosts }: PackageManifest, settings: SettingValues): string[] {
  return hosts.flatMap((host) => {
    if (!host.startsWith('{')) return [host];
    const value = settings[host.slice(1, -1)];
    return typeof value === 'string' && URL.canParse(value) ? [hostPatternOf(new URL(value))] : [];
  });
}

/** Whether a change leads to servers that the secrets from before were not entered for. */
export function movesTo(before: readonly string[], after: readonly string[]): boolean {
  return after.some((host) => !before.includes(host));
}

function problem(path: string, message: string): InvalidSettings {
  return new InvalidSettings(message, [{ path, message }]);
}
