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

/** An OAuth connection, as a package declares it. */
export interface DeclaredConnection {
  readonly title: string;
  readonly description?: string;
  readonly scopes: readonly string[];
  readonly issuer?: string;
  readonly authorizationEndpoint?: string;
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
  readonly connections: readonly string[];
  readonly price: readonly string[];
}

type Json = DeclaredPackageFragment['settings'];
/** The server has checked declarations; the graph has them as JSON. */
const entriesOf = <T>(json: Json): [string, T][] => Object.entries((json ?? {}) as Record<string, T>);

export const settingsOf = (declared: DeclaredPackageFragment): [string, DeclaredSetting][] => entriesOf(declared.settings);
export const secretsOf = (declared: DeclaredPackageFragment): [string, DeclaredSecret][] => entriesOf(declared.secrets);
export const connectionsOf = (declared: DeclaredPackageFragment): [string, DeclaredConnection][] => entriesOf(declared.connections);
export const endpointsOf = (declared: DeclaredPackageFragment): [string, DeclaredEndpoint][] => entriesOf(declared.endpoints);

/** The server that a person is asked at; that of a setting by its title. */
export function providerName(declared: DeclaredPackageFragment, { issuer, authorizationEndpoint }: DeclaredConnection): string {
  const address = authorizationEndpoint ?? issuer ?? '';
  if (URL.canParse(address)) return new URL(address).host;
  const [, setting = ''] = /^\{(\w+)\}/.exec(address) ?? [];
  return new Map(settingsOf(declared)).get(setting)?.title ?? setting;
}

/** The hosts as builders read them: that of a setting by its title. */
export function hostNames(declared: DeclaredPackageFragment): string[] {
  const titles = new Map(settingsOf(declared).map(([name, { title }]) => [`{${name}}`, title]));
  return declared.hosts.map((host) => titles.get(host) ?? host);
}
