/** How the text of a signing secret becomes the bytes of its key. `whsec`: Base64, after the prefix `whsec_` of Standard Webhooks if it is there. */
export const keyEncodings = ['text', 'whsec', 'base64', 'base64url', 'hex'] as const;
export type KeyEncoding = (typeof keyEncodings)[number];

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

const decoders: Readonly<Record<KeyEncoding, (text: string) => Buffer | null>> = {
  text: (text) => Buffer.from(text),
  whsec: (text) => decoders.base64(text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text),
  base64: (text) => (BASE64.test(text) ? Buffer.from(text, 'base64') : null),
  base64url: (text) => (/^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null),
  hex: (text) => (/^(?:[\da-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null),
};

/** The key of a secret; null when the text is not of this encoding, or has no byte: Node ignores what it cannot decode. */
export function keyOf(text: string, encoding: KeyEncoding): Buffer | null {
  const key = decoders[encoding](text);
  return key === null || key.length === 0 ? null : key;
}

/** The key of a secret of Standard Webhooks, by its prefix; null for other texts. */
export function standardKeyOf(text: string): Buffer | null {
  return text.startsWith(PREFIX) ? keyOf(text, 'whsec') : null;
}
