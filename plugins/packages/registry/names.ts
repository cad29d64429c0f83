import { validRange } from 'semver';
import { InvalidPackageName, InvalidPackageVersion } from '../errors.ts';

const PART = '[a-z0-9~-][a-z0-9._~-]*';
/** As the registry takes new names; those of dependencies may be older, with capitals. */
const NAME = new RegExp(`^(?:@${PART}/)?${PART}$`);
const OLD_NAME = new RegExp(NAME.source, 'i');
const MAX_NAME = 214;
const TAG = /^[a-z][\w.-]{0,60}$/i;

export function checkName(name: string): string {
  if (!isName(name, NAME)) throw new InvalidPackageName(name);
  return name;
}

export function isDependencyName(name: string): boolean {
  return isName(name, OLD_NAME);
}

function isName(name: string, pattern: RegExp): boolean {
  return name.length <= MAX_NAME && pattern.test(name) && name !== 'node_modules' && name !== 'favicon.ico';
}

/** A version, a range or a tag. */
export function checkVersion(version: string): string {
  const trimmed = version.trim() || 'latest';
  if (trimmed.length > 100 || (validRange(trimmed) === null && !TAG.test(trimmed))) throw new InvalidPackageVersion(version);
  return trimmed;
}

/** `name@version`, as settings have it. */
export function splitSpec(spec: string): { readonly name: string; readonly version: string } {
  const at = spec.indexOf('@', 1);
  return at < 0 ? { name: spec, version: 'latest' } : { name: spec.slice(0, at), version: spec.slice(at + 1) };
}
