import { isIP } from 'node:net';
import { z } from 'zod';

const EXAMPLE = 'such as https://sayso.example.org';

/** Why an address cannot be the origin of a host, and what to do; null when it can. */
function originProblem(text: string): string | null {
  if (!URL.canParse(text)) return `must be an address ${EXAMPLE}`;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return `must begin with http:// or https://, ${EXAMPLE}`;
  if (username !== '' || password !== '') return 'must have no user name and no password: leave them out';
  if (pathname.replace(/\/+$/, '') !== '')
    return 'must have no path, since pages are at the root of a host: leave it out, and give Sayso a host name of its own';
  if (search !== '' || hash !== '') return 'must end with the host or its port: leave out what follows';
  if (hostname.includes('*')) return 'must have no wildcard: set the host name alone, the apps are below it';
  if (hostname === '0.0.0.0' || hostname === '[::]')
    return 'must be the address that browsers open, which this one is not: set a host name, or an address of this machine';
  return null;
}

const checked = (problemOf: (text: string) => string | null) =>
  z.string().transform((text, context) => {
    const message = problemOf(text.trim());
    if (message === null) return new URL(text.trim()).origin;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** The public address of a host, as its origin. */
export const builderAddress = checked(originProblem);

/** The same, with a host name that can have names below it. */
export const runtimeAddress = checked((text) => {
  const problem = originProblem(text);
  if (problem !== null || !isAddress(new URL(text).hostname)) return problem;
  return 'must have a host name, since each app is at a name below it, which an IP address cannot have: set one with a wildcard entry in the DNS, such as http://apps.example.org:4001';
});

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** Whether only this machine reaches the address. */
function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** A name for the apps beside that of the builder. */
function suggested(builder: URL): string {
  return isAddress(builder.hostname) ? 'http://apps.example.org:4001' : `${builder.protocol}//apps.${builder.hostname}`;
}

interface Addresses {
  readonly BUILDER_URL: string | undefined;
  readonly RUNTIME_URL: string | undefined;
}

/** Problems of the two addresses together; each is valid by itself. */
export function addressProblems({ BUILDER_URL, RUNTIME_URL }: Addresses): string[] {
  const builder = BUILDER_URL === undefined ? null : new URL(BUILDER_URL);
  const runtime = RUNTIME_URL === undefined ? null : new URL(RUNTIME_URL);
  if (builder !== null && runtime === null && !isLocal(builder)) {
    return [
      `RUNTIME_URL is not set, so apps would be at localhost, which no other machine reaches, while BUILDER_URL is "${BUILDER_URL}". Set it to the address of the apps, such as ${suggested(builder)}.`,
    ];
  }
  if (runtime !== null && builder === null && !isLocal(runtime)) {
    return [
      `BUILDER_URL is not set, so the builder would be at localhost, which no other machine reaches, while RUNTIME_URL is "${RUNTIME_URL}". Set it to the address of the builder.`,
    ];
  }
  return builder === null || runtime === null ? [] : pairProblems(builder, runtime);
}

function pairProblems(builder: URL, runtime: URL): string[] {
  if (builder.origin === runtime.origin) {
    const local = isLocal(builder) ? 'another port' : `another host name, such as ${suggested(builder)}`;
    return [
      `BUILDER_URL and RUNTIME_URL are both "${builder.origin}", so apps would run with the sessions of the builder. Give RUNTIME_URL ${local}.`,
    ];
  }
  if (builder.hostname.endsWith(`.${runtime.hostname}`)) {
    return [
      `BUILDER_URL ("${builder.origin}") is below RUNTIME_URL ("${runtime.origin}"), where each name belongs to an app. Give the builder a name that does not end in .${runtime.hostname}.`,
    ];
  }
  if (builder.protocol === 'https:' && runtime.protocol === 'http:' && !isLocal(runtime)) {
    return [
      `BUILDER_URL is "${builder.origin}", but RUNTIME_URL is "${runtime.origin}": browsers show no preview without https in a page with it. Set RUNTIME_URL to https://${runtime.host}.`,
    ];
  }
  return [];
}
