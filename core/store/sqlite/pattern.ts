/** A regular expression that looks for plain text. */
export interface PlainPattern {
  readonly text: string;
  /** `^`: the value begins with the text. */
  readonly start: boolean;
  /** `$`: the value ends with the text. */
  readonly end: boolean;
  readonly ignoresCase: boolean;
  /** Case is folded as Unicode says (`u`): then two letters beyond ASCII are the same as ASCII ones. */
  readonly foldsUnicode: boolean;
}

/** Optional anchors around characters that stand for themselves, or are escaped punctuation. */
const plain = /^(\^?)((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9\p{Cs}])*)(\$?)$/su;

/** What the expression looks for when that is plain text; null when it needs an engine, or text that SQLite cannot hold. */
export function plainPattern(regex: RegExp): PlainPattern | null {
  const { source, ignoreCase, multiline, unicode } = regex;
  const [, start, body, end] = plain.exec(source === '(?:)' ? '' : source) ?? [];
  if (start === undefined || body === undefined || (multiline && `${start}${end}` !== '')) return null;
  const text = body.replace(/\\(.)/gsu, '$1');
  if (text.includes('\0') || !text.isWellFormed()) return null;
  return { text, start: start !== '', end: end !== '', ignoresCase: ignoreCase, foldsUnicode: unicode };
}
