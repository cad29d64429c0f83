/** An issue of Zod or of the route validator. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  /** Further properties of the issue code: `expected`, `values`, `minimum` … */
  readonly details: Readonly<Record<string, unknown>>;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address such as ada@example.org',
  url: 'an address such as https://example.org',
};
/** Prefix of Zod's default messages. */
const OWN_WORDS = /^(?:Invalid |Too (?:small|big): )/;

/** The requirement, as a phrase after the path: `must be a number`. Custom messages of a schema are kept. */
export function inPlainWords({ code, message, details }: Fault): string {
  if (!OWN_WORDS.test(message)) return message;
  switch (code) {
    case 'invalid_type':
      if (message.endsWith('received undefined')) return 'is missing';
      return `must be ${KINDS[String(details['expected'])] ?? String(details['expected'])}`;
    case 'invalid_value':
      return `must be ${oneOf(details['values'])}`;
    case 'invalid_format':
      return `must be ${FORMATS[String(details['format'])] ?? 'written differently'}`;
    case 'invalid_union':
      return 'is not of a kind that can be used here';
    case 'too_small':
      return `must ${amount(details, 'at least', details['minimum'])}`;
    case 'too_big':
      return `must ${amount(details, 'at most', details['maximum'])}`;
    default:
      return message;
  }
}

function oneOf(values: unknown): string {
  const names = Array.isArray(values) ? values.map(String) : [];
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function amount({ origin }: Fault['details'], bound: string, count: unknown): string {
  if (origin === 'string') return `have ${bound} ${String(count)} characters`;
  if (origin === 'array') return `have ${bound} ${String(count)} ${count === 1 ? 'entry' : 'entries'}`;
  return `be ${bound} ${String(count)}`;
}
