import { z } from 'zod';
import { connection, connectionGrants, settingsIn } from '../connections/declared.ts';
import { isHostPattern } from '../sandbox/addresses.ts';
import type { SecretPlace } from '../sandbox/secrets.ts';
import { keyEncodings } from '../webhooks/keys.ts';
import { checkedSchema } from './json-schema.ts';

/** Of packages: lower case, as apps import them. `core` in any case is ours. */
export const packageName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'has lower-case letters, digits and dashes, 2 to 40 of them')
  .refine((name) => name !== 'core', 'is taken');
/** Of endpoints, settings, secrets and webhooks, which are names in code. */
const memberName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,59}$/, 'is a name in code: letters, digits and underscores');
const sentence = z.string().trim().min(1).max(300);
const title = z.string().trim().min(1).max(80);
const schema = z.record(z.string(), z.unknown()).superRefine((given, context) => {
  for (const message of checkedSchema(given)) context.addIssue({ code: 'custom', message });
});

const setting = z.strictObject({
  title,
  description: sentence.optional(),
  type: z.enum(['text', 'long-text', 'url', 'number', 'boolean', 'choice']),
  choices: z
    .array(z.strictObject({ value: z.string().max(200), label: title }))
    .max(50)
    .optional(),
  required: z.boolean().default(false),
  default: z.union([z.string().max(2000), z.number(), z.boolean()]).optional(),
});
export type PackageSetting = z.output<typeof setting>;

const place = z.enum(['header', 'query', 'path', 'body']) satisfies z.ZodType<SecretPlace>;
const secret = z.strictObject({
  title,
  description: sentence.optional(),
  required: z.boolean().default(true),
  /** Where it may stand in requests. Default: headers. Empty for one that only checks the signatures of webhooks. */
  in: z.array(place).max(4).default(['header']),
  /** How its text becomes the key of a signature. Default: as the scheme of the webhook says. */
  encoding: z.enum(keyEncodings).optional(),
});

const endpoint = z.strictObject({
  sentence,
  input: schema,
  output: schema,
  example: z.strictObject({ input: z.record(z.string(), z.unknown()), output: z.record(z.string(), z.unknown()) }),
});
export type PackageEndpoint = z.output<typeof endpoint>;

export const signatureSchemes = ['standard', 'stripe', 'slack', 'github'] as const;
const webhook = z.strictObject({
  sentence,
  scheme: z.enum(signatureSchemes),
  /** The name of the secret that signs. */
  secret: memberName,
});

/** A host, or `{name}` for the host of a setting of the type `url`. */
const host = z.string().refine((text) => /^\{[a-zA-Z]\w*\}$/.test(text) || isHostPattern(text), {
  message: 'is a host such as api.example.com or *.example.com, or {name} for that of a setting',
});
const ICON = /^data:image\/(?:png|webp|svg\+xml);base64,[A-Za-z0-9+/=]+$/;

function members<T extends z.ZodType>(value: T, most: number) {
  return z
    .record(memberName, value)
    .refine((all) => Object.keys(all).length <= most, `At most ${most}.`)
    .default({});
}

/** What a package declares: its default export without the functions. */
export const packageManifest = z
  .strictObject({
    name: packageName,
    title,
    version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]{1,40})?$/, 'is a version such as 1.2.0'),
    sentence,
    /** An image as a data URL. */
    icon: z.string().max(20_000).regex(ICON, 'is a PNG, WebP or SVG image as a Base64 data URL').optional(),
    /** Shown before the installation, such as "2 % of each payment". */
    price: title.optional(),
    hosts: z.array(host).max(20).default([]),
    settings: members(setting, 30),
    secrets: members(secret, 10),
    connections: members(connection, 3),
    endpoints: members(endpoint, 60),
    webhooks: members(webhook, 10),
  })
  .superRefine(({ hosts, settings, secrets, webhooks, connections }, context) => {
    for (const [name, declared] of Object.entries(connections))
      for (const used of settingsIn(declared))
        if (settings[used]?.type !== 'url')
          context.addIssue({ code: 'custom', path: ['connections', name], message: `{${used}} is not a setting of the type url` });
    for (const name of hosts)
      if (name.startsWith('{') && settings[name.slice(1, -1)]?.type !== 'url')
        context.addIssue({ code: 'custom', path: ['hosts'], message: `${name} is not a setting of the type url` });
    for (const [name, { secret: signing }] of Object.entries(webhooks))
      if (!Object.hasOwn(secrets, signing))
        context.addIssue({ code: 'custom', path: ['webhooks', name], message: `"${signing}" is not a secret of the package` });
  });
export type PackageManifest = z.output<typeof packageManifest>;

/** What builders agree to when they install a version. */
export interface Grants {
  readonly hosts: readonly string[];
  readonly secrets: readonly string[];
  readonly endpoints: readonly string[];
  readonly webhooks: readonly string[];
  readonly connections: readonly string[];
  /** Its price, if any. Prices are sentences, so every other one waits for consent. */
  readonly price: readonly string[];
}

export function grantsOf({ hosts, secrets, endpoints, webhooks, connections, price }: PackageManifest): Grants {
  const places = Object.entries(secrets).map(
    ([name, { in: at }]) => `${name} (${at.length === 0 ? 'webhooks' : [...at].sort().join(', ')})`,
  );
  return {
    hosts: [...hosts].sort(),
    secrets: places.sort(),
    endpoints: Object.keys(endpoints).sort(),
    webhooks: Object.keys(webhooks).sort(),
    connections: Object.entries(connections)
      .flatMap(([name, declared]) => connectionGrants(name, declared))
      .sort(),
    price: price === undefined ? [] : [price],
  };
}

/** What a version wants beyond what was granted; all empty when it wants nothing more. */
export function addedGrants(granted: Grants, wanted: Grants): Grants {
  const beyond = (kind: keyof Grants) => wanted[kind].filter((one) => !granted[kind].includes(one));
  return {
    hosts: beyond('hosts'),
    secrets: beyond('secrets'),
    endpoints: beyond('endpoints'),
    webhooks: beyond('webhooks'),
    connections: beyond('connections'),
    price: beyond('price'),
  };
}

export function wantsMore(added: Grants): boolean {
  return Object.values(added).some((list: readonly string[]) => list.length > 0);
}
