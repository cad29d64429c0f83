import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { PackageManifest } from '../packages/manifest.ts';
import { type KeyEncoding, keyOf } from '../webhooks/keys.ts';
import { type Delivery, eventIdOf, handshakeOf, keptHeaders, type SigningSecret, verify } from '../webhooks/schemes.ts';
import { exchange, placeholderOf } from './recording.ts';

/** A delivery of a webhook, as its sender sends it, and what comes of it. */
export const recordedDelivery = z.strictObject({
  webhook: z.string(),
  settings: z.record(z.string(), z.unknown()).default({}),
  /** As they arrived, in any case. Without those of a signature, the delivery is signed with the recorded secret. */
  headers: z.record(z.string(), z.string()).default({}),
  /** A text, or a value that is sent as JSON. */
  body: z.unknown().default(''),
  /** How it is signed: as the sender does, with another key, an hour ago, or not at all. */
  signature: z.enum(['valid', 'forged', 'old', 'missing']).default('valid'),
  /** The signing secret of a real delivery, whose headers have the signature. */
  secret: z.string().min(1).optional(),
  /** When a real delivery arrived. Default: now. */
  receivedAt: z.iso.datetime().optional(),
  /** How often it arrives. The function runs once. */
  deliveries: z.number().int().min(1).max(5).default(1),
  requests: z.array(exchange).max(20).default([]),
  /** What the function answers. */
  output: z.unknown().optional(),
  /** The sentence of a function that fails, in place of its answer. */
  error: z.string().optional(),
  /** Whether Sayso refuses it, so that the function does not run. */
  refused: z.boolean().default(false),
});
export type RecordedDelivery = z.output<typeof recordedDelivery>;

type Webhook = PackageManifest['webhooks'][string];

const HOUR_SECONDS = 3600;
/** The id of the event, where the scheme has it in a header. */
const EVENT_ID = 'evt_recorded';
const SIGNATURES = ['webhook-signature', 'stripe-signature', 'x-slack-signature', 'x-hub-signature-256'];

/** The secret of a webhook in recordings: its placeholder, in its encoding. */
export function signingSecretOf(
  { secrets }: PackageManifest,
  { scheme, secret }: Webhook,
): { readonly value: string; readonly encoding: KeyEncoding } {
  const encoding = secrets[secret]?.encoding ?? (scheme === 'standard' ? 'whsec' : 'text');
  const bytes = Buffer.from(placeholderOf(secret));
  const values = {
    text: bytes.toString(),
    hex: bytes.toString('hex'),
    base64: bytes.toString('base64'),
    base64url: bytes.toString('base64url'),
  };
  return { value: encoding === 'whsec' ? `whsec_${values.base64}` : values[encoding], encoding };
}

/** What a webhook gets, or what its sender is answered at once; null for a delivery that Sayso refuses. */
export type Arrival =
  | { readonly id: string; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly handshake: string };

/** Takes a recorded delivery as Sayso does. */
export function arrivalOf(recorded: RecordedDelivery, webhook: Webhook, secret: Required<SigningSecret>): Arrival | null {
  const delivery = deliveryOf(recorded, webhook, secret);
  const { receivedAt } = recorded;
  const verified = verify(webhook.scheme, delivery, secret, receivedAt === undefined ? Date.now() : Date.parse(receivedAt));
  if (verified === null) return null;
  const handshake = handshakeOf(webhook.scheme, delivery);
  if (handshake !== null) return { handshake };
  return { id: eventIdOf(verified, delivery), headers: keptHeaders(delivery), body: delivery.body.toString() };
}

/** The first arrival of each event: Sayso knows repeated deliveries by the id. */
export function oncePerEvent(arrivals: readonly (Arrival | null)[]): Iterable<Arrival> {
  const byId = arrivals.flatMap((arrived) => (arrived === null ? [] : [['id' in arrived ? arrived.id : null, arrived] as const]));
  return new Map(byId.reverse()).values();
}

/** The request of a recorded delivery, signed unless it brings a signature along. */
function deliveryOf(
  { headers, body, signature }: RecordedDelivery,
  { scheme }: Webhook,
  { value, encoding }: Required<SigningSecret>,
): Delivery {
  const isText = typeof body === 'string';
  const bytes = Buffer.from(isText ? body : JSON.stringify(body));
  const given = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const named = { ...(isText ? {} : { 'content-type': 'application/json' }), ...given };
  if (signature === 'missing' || SIGNATURES.some((name) => Object.hasOwn(given, name))) return { headers: named, body: bytes };
  const key =
    signature === 'forged' ? Buffer.from('a key that the sender does not have') : (keyOf(value, encoding ?? 'text') ?? Buffer.from(value));
  const seconds = String(Math.floor(Date.now() / 1000) - (signature === 'old' ? HOUR_SECONDS : 0));
  return { headers: { ...signers[scheme]({ body: bytes, key, seconds, id: given['webhook-id'] ?? EVENT_ID }), ...named }, body: bytes };
}

interface Signing {
  readonly body: Buffer;
  readonly key: Buffer;
  readonly seconds: string;
  readonly id: string;
}

/** As the senders sign, by their documentation. */
const signers: Readonly<Record<Webhook['scheme'], (signing: Signing) => Record<string, string>>> = {
  standard: ({ body, key, seconds, id }) => ({
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${hmac(key, `${id}.${seconds}.`, body).toString('base64')}`,
  }),
  stripe: ({ body, key, seconds }) => ({ 'stripe-signature': `t=${seconds},v1=${hmac(key, `${seconds}.`, body).toString('hex')}` }),
  slack: ({ body, key, seconds }) => ({
    'x-slack-request-timestamp': seconds,
    'x-slack-signature': `v0=${hmac(key, `v0:${seconds}:`, body).toString('hex')}`,
  }),
  github: ({ body, key, id }) => ({ 'x-github-delivery': id, 'x-hub-signature-256': `sha256=${hmac(key, '', body).toString('hex')}` }),
};

function hmac(key: Buffer, before: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(before).update(body).digest();
}
