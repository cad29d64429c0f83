import type { DeclaredPackageFragment } from '../../gen/packages.ts';

/** A setting, as a package declares it. */
export interface DeclaredSetting {
  readonly title: string;
  readonly description?: string;
  readonly type: 'text' | 'long-text' | 'url' | 'number' | 'boolean' | 'choice';
  readonly required: boolean;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly default?: string | number | boolean;
}

export interface DeclaredSecret {
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface DeclaredEndpoint {
  readonly sentence: string;
  readonly example: { readonly input: unknown };
}

export interface Grants {
  readonly hosts: readonly string[];
  readonly secrets: readonly string[];
  readonly endpoints: readonly string[];
  readonly webhooks: readonly string[];
}

type Json = DeclaredPackageFragment['settings'];
/** The server has checked declarations; the graph has them as JSON. */
const entriesOf = <T>(json: Json): [string, T][] => Object.entries((json ?? {}) as Record<string, T>);

export const settingsOf = (declared: DeclaredPackageFragment): [string, DeclaredSetting][] => entriesOf(declared.settings);
export const secretsOf = (declared: DeclaredPackageFragment): [string, DeclaredSecret][] => entriesOf(declared.secrets);
export const endpointsOf = (declared: DeclaredPackageFragment): [string, DeclaredEndpoint][] => entriesOf(declared.endpoints);

/** The hosts as builders read them: that of a setting by its title. */
export function hostNames(declared: DeclaredPackageFragment): string[] {
  const titles = new Map(settingsOf(declared).map(([name, { title }]) => [`{${name}}`, title]));
  return declared.hosts.map((host) => titles.get(host) ?? host);
}
