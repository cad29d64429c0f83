import { InvalidInput } from '@sayso/core';
import { z } from 'zod';

/** The endpoint of OpenAI itself. */
export const OPENAI_ENDPOINT = 'https://api.openai.com/v1';

/** A connection as an admin enters it. A field that is left out stays as it is; null removes what was saved. */
export interface ConnectionInput {
  readonly endpoint?: string | null;
  readonly key?: string | null;
  readonly model?: string | null;
}

const MAX_LENGTH = 2000;
const shortText = z.string().trim().max(MAX_LENGTH);
const shape = z.object({ endpoint: shortText.nullish(), key: shortText.nullish(), model: shortText.max(200).nullish() });

/** Trims and validates. Empty text counts as null. */
export function readConnectionInput(input: ConnectionInput): ConnectionInput {
  const result = shape.safeParse(input);
  if (!result.success) {
    const issues = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw new InvalidInput('The endpoint, the key or the name of the model is too long.', issues);
  }
  const { endpoint, key, model } = result.data;
  // A header cannot carry line breaks or non-ASCII characters, which copied keys may contain.
  if (key && !/^[\x21-\x7e]+$/.test(key)) throw invalid('key', 'The key contains spaces or special characters. Copy it again.');
  return {
    ...(endpoint === undefined ? {} : { endpoint: endpoint === null || endpoint === '' ? null : readEndpoint(endpoint) }),
    ...(key === undefined ? {} : { key: key || null }),
    ...(model === undefined ? {} : { model: model || null }),
  };
}

/** The canonical form of a URL. Rejects credentials and a query, which every admin would see: the key has a field of its own. */
function readEndpoint(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid('endpoint', 'The endpoint is an address such as https://api.openai.com/v1 or http://localhost:11434/v1.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalid('endpoint', 'The endpoint is an address without a password, "?" or "#". The key has its own field.');
  }
  return url.href.replace(/\/+$/, '');
}

function invalid(path: string, message: string): InvalidInput {
  return new InvalidInput(message, [{ path, message }]);
}
