/** A regular expression that searches for literal text. */
export interface PlainPattern {
  readonly text: string;
  /** `^`: the value starts with the text. */
  readonly start: boolean;
  /** `$`: the value ends with the text. */
  readonly end: boolean;
  readonly ignoresCase: boolean;
  /** Unicode case folding (`u`): two non-ASCII letters equal ASCII ones. */
  readonly foldsUnicode: boolean;
}

/** Literal characters and escaped punctuation, with optional anchors. */
const plain = /^(\^?)((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9\p{Cs}])*)(\$?)$/su;

/** The literal text of an expression; null when it needs a regex engine, or has text that SQLite cannot hold. */
export function plainPattern(regex: RegExp): PlainPattern | null {
  const { source, ignoreCase, multiline, unicode } = regex;
  const [, start, body, end] = plain.exec(source === '(?:)' ? '' : source) ?? [];
  if (start === undefined || body === undefined || (multiline && `${start}${end}` !== '')) return null;
  const text = body.replace(/\\(.)/gsu, '$1');
  if (text.includes('\0') || !text.isWellFormed()) return null;
  return { text, start: start !== '', end: end !== '', ignoresCase: ignoreCase, foldsUnicode: unicode };
}
