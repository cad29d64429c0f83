import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { listOf } from '../contract/index.ts';
import { builderAddress, runtimeAddress } from './addresses.ts';

const endpoint = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => !URL.canParse(text) || new URL(text).pathname === '/',
    'must have no path: leave it out, and name the bucket in MINIO_BUCKET',
  )
  .refine(
    (text) => !URL.canParse(text) || new URL(text).username === '',
    'must have no user name: set MINIO_ACCESS_KEY and MINIO_SECRET_KEY',
  )
  .transform((text) => text.replace(/\/+$/, ''));
const port = z.coerce.number().int().min(0).max(65535);

const limit = z.coerce.number().int().min(0);

/** What a node does: serve builders, serve published apps, run jobs. */
export type Role = 'builder' | 'runtime' | 'worker';
const roles: readonly Role[] = ['builder', 'runtime', 'worker'];

const role = z
  .string()
  .default('all')
  .transform((text, context): readonly Role[] => {
    if (text.trim() === 'all') return roles;
    const parts = text.split(',').map((part) => part.trim());
    const unknown = parts.filter((part) => !(roles as readonly string[]).includes(part));
    if (unknown.length === 0) return parts as Role[];
    context.addIssue({ code: 'custom', message: `"${unknown.join(', ')}" is none of all, builder, runtime, worker` });
    return z.NEVER;
  });

const list = z.string().default('').transform(listOf);

/** Named address ranges of @fastify/proxy-addr. */
const PROXY_GROUPS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(text: string): boolean {
  if (PROXY_GROUPS.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** False: no proxy is trusted. A number: the count of trusted hops. A list: the trusted addresses. */
const proxies = z
  .string()
  .default('false')
  .transform((text, context): false | number | readonly string[] => {
    const value = text.trim().toLowerCase();
    if (value === 'false' || value === '0') return false;
    if (/^\d$/.test(value)) return Number(value);
    const parts = value.split(',').map((part) => part.trim());
    const unknown = parts.filter((part) => !isProxy(part));
    if (unknown.length === 0) return parts;
    const message = `"${unknown.join(', ')}" is neither an address, a network such as 10.0.0.0/8, one of ${PROXY_GROUPS.join(', ')}, nor a number of proxies`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Settings of the host. Plugins declare theirs in their own `config`. */
export const coreKeys = z.object({
  PORT: port.default(4000).describe('Port of the builder host. Default 4000; 0 takes a free one.'),
  RUNTIME_PORT: port.default(4001).describe('Port of the runtime host, where generated apps run. Default 4001; 0 takes a free one.'),
  HOST: z
    .string()
    // As addresses have it.
    .transform((text) => text.replace(/^\[(.+)\]$/, '$1'))
    .optional()
    .describe('Network address to listen on. Default all, IPv4 and IPv6.'),
  BUILDER_URL: builderAddress.optional().describe('Public address of the builder host. Default http://localhost:PORT.'),
  RUNTIME_URL: runtimeAddress
    .optional()
    .describe('Public address of the runtime host; each app gets {slug}. before its host name. Default http://localhost:RUNTIME_PORT.'),
  DATA_DIR: z
    .string()
    .refine((text) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(text), 'must be a folder of this machine, not an address')
    .default('./data')
    .describe('Folder for the database, files and the generated secret. Default ./data.'),
  ROLE: role.describe('Roles of this node: all, or a comma-separated list of builder, runtime, worker. Default all.'),
  PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .default(availableParallelism)
    .describe('Processes that serve published apps on RUNTIME_PORT, the main one included. Default: the number of cores.'),
  SECRET: z
    .string()
    .min(32, 'needs 32 characters or more')
    .optional()
    .describe('Secret of the installation, the same on every node, 32 characters or more. Default: generated once and kept in DATA_DIR.'),
  SECRET_NEXT: z
    .string()
    .min(32, 'needs 32 characters or more')
    .optional()
    .describe('Only for `npm run secrets -- rotate`: the secret that takes the place of SECRET. Default: generated.'),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'starts with mongodb:// or mongodb+srv://')
    .optional()
    .describe('Keep documents in MongoDB instead of SQLite.'),
  MINIO_ENDPOINT: endpoint.optional().describe('Keep files in MinIO, or any S3, at this address instead of in DATA_DIR.'),
  MINIO_ACCESS_KEY: z.string().optional().describe('Access key for MINIO_ENDPOINT.'),
  MINIO_SECRET_KEY: z.string().optional().describe('Secret key for MINIO_ENDPOINT.'),
  MINIO_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be 3 to 63 lower-case letters, digits and hyphens, such as sayso')
    .default('sayso')
    .describe('Bucket for all files; created when it is missing. Default sayso.'),
  RATE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .default(6000)
    .describe(
      'Requests a minute to each host from one network address, without those of known accounts, and from one account outside of apps; 0 sets no limit. Default 6000.',
    ),
  APP_RATE_LIMIT: limit
    .optional()
    .describe(
      'Requests a minute to one app from one caller: an account, or a network address without one; 0 sets no limit. Each process counts by itself. Default half of RATE_LIMIT.',
    ),
  REQUEST_TIMEOUT: z.coerce
    .number()
    .min(1)
    .max(3600)
    .default(20)
    .describe('Time-out for the headers of a request, in seconds; after the same time its body must keep up MIN_BODY_RATE. Default 20.'),
  MIN_BODY_RATE: limit
    .default(1000)
    .describe('Minimum average rate of a request body, in bytes a second; slower requests are ended. 0 sets no limit. Default 1000.'),
  BODY_MEMORY: z.coerce
    .number()
    .int()
    .min(1)
    .default(128)
    .describe(
      'Megabytes of request bodies and answers that one process holds at the same time; apps share them, and further ones are refused. Default 128.',
    ),
  SOCKETS_PER_ADDRESS: limit
    .default(300)
    .describe('WebSockets that one network address may hold open, a tenth of it without an account; 0 sets no limit. Default 300.'),
  SOCKETS_PER_ACCOUNT: limit.default(50).describe('WebSockets that one account may hold open; 0 sets no limit. Default 50.'),
  SOCKET_OPERATIONS: limit
    .default(1200)
    .describe(
      'GraphQL operations that one account may run in a minute on its WebSockets; callers of one address without an account run a tenth. 0 sets no limit. Default 1200.',
    ),
  SOCKET_SUBSCRIPTIONS: limit
    .default(100)
    .describe(
      'GraphQL subscriptions that may be open on one WebSocket; five times as many for one account, a tenth for callers of one address without one. 0 sets no limit. Default 100.',
    ),
  TRUST_PROXY: proxies.describe(
    'Proxies whose x-forwarded-for is trusted: their addresses, networks or groups (loopback, linklocal, uniquelocal) separated by commas, or the number of hops (1 to 9). Default false: none.',
  ),
  PLUGINS: list.describe('More plugin packages to load, separated by commas.'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('How much to log. Default info.'),
  NODE_ENV: z.string().default('production').describe('development opens GraphQL introspection to every caller. Default production.'),
});

export type CoreConfig = z.output<typeof coreKeys>;
