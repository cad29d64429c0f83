const IPV6 = /^([a-z]+:)\/\/\[/i;

/**
 * The source of a Content-Security-Policy for an origin. The grammar has no IPv6 addresses, and browsers ignore a source that has one: then it is
 * all origins of its scheme.
 */
export function policySource(origin: string): string {
  return IPV6.exec(origin)?.[1] ?? origin;
}
