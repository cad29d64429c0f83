import { BootFailure } from './kernel/index.ts';

/** A server of another kind may never answer what it is asked. */
const ANSWER_MS = 15_000;

/** Connects to the server that a setting names. Its `BootFailure` names the setting and a remedy, and hides credentials in the URL. */
export async function connectTo<T>(setting: 'MONGODB_URI' | 'MINIO_ENDPOINT', address: string, open: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('timed out')), ANSWER_MS);
  try {
    return await Promise.race([open(), late.promise]);
  } catch (error) {
    const { problem, remedy } = explain(setting, hostOf(address), error);
    throw new BootFailure([{ plugin: null, problem, remedy }], { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

const UNREACHABLE =
  /ECONNREFUSED|ECONNRESET|connection .{1,60} closed|socket hang up|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Server selection timed out|timed out|querySrv/i;
const TLS =
  /SSL routines|ERR_SSL_\w+|ERR_TLS_\w+|\b(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+)\b|EPROTO|wrong version number/;
const MALFORMED = /MongoParseError|MongoInvalidArgument|InvalidEndpointError|InvalidArgumentError|ERR_INVALID_URL/;
const REFUSED = /auth|credential|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden/i;

function explain(setting: string, host: string, error: unknown): { problem: string; remedy: string } {
  const text = describe(error);
  const [tls] = TLS.exec(text) ?? [];
  if (tls !== undefined) {
    return {
      problem: `The server of ${setting}, ${host}, and this one agree on no encryption (${tls}).`,
      remedy: `Correct its certificate, name the authority that signed it in NODE_EXTRA_CA_CERTS, or correct ${setting} if one of both does not use TLS.`,
    };
  }
  if (MALFORMED.test(text)) {
    const form = setting === 'MONGODB_URI' ? 'mongodb://user:password@host:27017/sayso' : 'https://host:9000';
    return {
      problem: `${setting} is not written as an address of such a server.`,
      remedy: `Write it as ${form}, special characters as %XX.`,
    };
  }
  if (UNREACHABLE.test(text)) {
    const [reason = 'it does not answer'] = UNREACHABLE.exec(text) ?? [];
    return {
      problem: `${setting} names a server that cannot be reached: ${host} (${reason}).`,
      remedy: `Start that server, or correct ${setting}.`,
    };
  }
  if (text.includes('NotStorage')) {
    return {
      problem: `${setting} names a server that answers, but stores nothing: ${host}.`,
      remedy: `It is no MinIO and no other S3: correct ${setting}.`,
    };
  }
  const keys = setting === 'MINIO_ENDPOINT' ? 'MINIO_ACCESS_KEY and MINIO_SECRET_KEY' : setting;
  if (REFUSED.test(text)) {
    return { problem: `The server of ${setting}, ${host}, refuses the log-in.`, remedy: `Correct the name and the password in ${keys}.` };
  }
  return {
    problem: `The server of ${setting}, ${host}, cannot be used (${nameOf(error)}).`,
    remedy: `See its log, or correct ${setting}.`,
  };
}

/** Name, code and message of an error and its causes. For matching only, never for output: drivers quote URLs with credentials. */
function describe(error: unknown): string {
  const parts: string[] = [];
  for (let one = error; one instanceof Error && parts.length < 30; one = one.cause) {
    const { name, message, code } = one as Error & { readonly code?: unknown };
    parts.push(name, message, String(code));
  }
  return parts.join(' ');
}

function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: string };
  return typeof code === 'string' ? code : (name ?? 'unknown error');
}

/** Host and port of a URL, without credentials. */
function hostOf(address: string): string {
  return /^[a-z+]+:\/\/(?:[^@/]*@)?([^/?]+)/i.exec(address)?.[1] ?? 'the address';
}
