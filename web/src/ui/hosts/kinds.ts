import type { AppHostsQuery } from '../../gen/hosts.ts';

/** What pages load from other hosts, in the order in which it is listed. */
export const KINDS = ['scripts', 'styles', 'pictures', 'frames', 'calls'] as const;
export type Kind = (typeof KINDS)[number];
export type Hosts = Readonly<Record<Kind, readonly string[]>>;
export type NamedHost = AppHostsQuery['app']['namedHosts'][number];

/** Every host, in the list of pictures. */
export const ALL = '*';
/** What an app of an earlier release goes on with. */
export const EARLIER: Hosts = { scripts: [], styles: [], pictures: [ALL], frames: [], calls: [] };

/** The named hosts that no list has, by kind; kinds without any are absent. */
export function missingHosts(hosts: Hosts, named: readonly NamedHost[]): readonly (readonly [Kind, readonly NamedHost[]])[] {
  const missing = named.filter(({ kind, host }) => !isAllowed(hosts[kind], host));
  return KINDS.map((kind) => [kind, missing.filter((one) => one.kind === kind)] as const).filter(([, some]) => some.length > 0);
}

/** The lists with these hosts besides. */
export function withHosts(hosts: Hosts, more: readonly NamedHost[]): Record<Kind, string[]> {
  return byKind((kind) => [...hosts[kind], ...more.flatMap((one) => (one.kind === kind ? one.host : []))]);
}

export const byKind = <Value>(of: (kind: Kind) => Value): Record<Kind, Value> =>
  Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, Value>;

/** Whether a list has a host, itself or by the domain that it is below. */
function isAllowed(list: readonly string[], host: string): boolean {
  return list.some((one) => one === host || one === ALL || (one.startsWith('*.') && host.endsWith(one.slice(1))));
}
