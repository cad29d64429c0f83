import { cut, InvalidInput } from '@sayso/core';

/** Host names that are or may become the installation's own, or that would mislead people. */
const RESERVED = new Set(
  (
    'about account accounts admin administrator api app apps assets auth blog build builder cdn dashboard dev docs files ftp graphql help ' +
    'host live localhost login logout mail metrics news oauth official pay payments preview root runtime sayso secure security settings ' +
    'shop signup smtp staging static status store support test tool tools user users web webmail wss www'
  ).split(' '),
);
const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/;
const LEADING_WORDS =
  /^(?:(?:please|hi|hello|hey|can you|could you|i want|i need|i would like|i'd like|you|to|let's|build|create|make|design|develop|generate|write)\b[\s,]*)+/i;
const ARTICLES = /^(?:(?:me|us|a|an|the|my|our|some|simple|new)\s+)+/i;
/** Generic nouns, which make no name. */
const EMPTY = /^(?:app|application|website|site|web app|page|tool|something)$/i;
const BREAK = /\s(?:that|which|where|with|for|so|to|in|on|and|who|using)\s|[,.:;!?\n]/i;

/** A short name for an app, derived from its first request; `New app` when that contains none. */
export function nameFromPrompt(prompt: string): string {
  const rest = prompt.trim().replace(LEADING_WORDS, '').replace(ARTICLES, '');
  const first = (rest.split(BREAK)[0] ?? '').trim().split(/\s+/).slice(0, 4);
  const words = cut(first.join(' '), 40).trim();
  if (words === '' || EMPTY.test(words)) return 'New app';
  return words[0]?.toUpperCase() + words.slice(1);
}

/** Normalizes a name to one line of 1 to 100 characters. */
export function appName(name: string): string {
  const trimmed = name.replace(/\s+/g, ' ').trim();
  if (trimmed === '') throw new InvalidInput('Give your app a name.', [{ path: 'name', message: 'is empty' }]);
  if (trimmed.length > 100)
    throw new InvalidInput('The name of an app has at most 100 characters.', [{ path: 'name', message: 'is too long' }]);
  return trimmed;
}

/** A slug derived from a name; `attempt` 0 is the plain one, later ones end in random characters. */
export function slugFromName(name: string, attempt = 0): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32)
    .replace(/-+$/, '');
  if (attempt === 0 && SLUG.test(plain) && !isRefused(plain)) return plain;
  const end = Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => (byte % 36).toString(36)).join('');
  return `${plain === '' || isRefused(plain) ? 'my-app' : plain}-${end}`;
}

/** Validates a slug that a builder chose; throws `InvalidInput`. */
export function chosenSlug(slug: string): string {
  const refuse = (message: string): never => {
    throw new InvalidInput(message, [{ path: 'slug', message }]);
  };
  const trimmed = slug.trim();
  if (!SLUG.test(trimmed))
    refuse('An address has 3 to 40 lower-case letters, digits and dashes, and starts and ends with a letter or digit.');
  if (isRefused(trimmed)) refuse(`The address "${trimmed}" is reserved. Choose another one.`);
  return trimmed;
}

/** Reserved words, and what browsers parse as punycode. */
function isRefused(slug: string): boolean {
  return RESERVED.has(slug) || slug.slice(2, 4) === '--';
}
