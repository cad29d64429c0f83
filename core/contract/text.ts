/** The entries of a comma-separated list, trimmed and without empty ones. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Truncates a text to a length without splitting a surrogate pair, which JSON parsers reject. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Characters and words of a name in a mail: enough to recognize it, too few for a message. */
const LABEL_LENGTH = 40;
const LABEL_WORDS = 5;

/**
 * A name that strangers chose, for subjects and senders of mail: one line of letters, digits, spaces, dashes and apostrophes, shortened. It can be no
 * address, link, header or second sentence, since it has no dot, colon, slash or at sign in any script. Empty when nothing is left.
 */
export function nameLabel(name: string, length = LABEL_LENGTH): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Lm}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{Nd}'’&+-]+/gu, ' ')
    // A run of marks draws over the lines around it.
    .replace(/(\p{M}{2})\p{M}+/gu, '$1');
  const words = plain.split(' ').filter((word) => word !== '');
  const kept = words.slice(0, LABEL_WORDS).join(' ');
  if (words.length <= LABEL_WORDS && kept.length <= length) return kept;
  return `${cut(kept, length - 1).trimEnd()}…`;
}
