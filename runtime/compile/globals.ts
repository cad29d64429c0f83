import { type CSSToken, type ParseError, ParseErrorMessage, TokenType, tokenize } from '@csstools/css-tokenizer';
import { type Place, placeOf } from './place.ts';

export interface GlobalsFault {
  readonly fault: string;
  readonly place: Place;
}

/** At-rules that read files, run code or load style sheets of other servers, in CSS or in Tailwind. */
const REFUSED = new Set(['import', 'plugin', 'config', 'source', 'reference']);

const QUOTES = 'A text in quotes is not closed on its line.';
const ADDRESS = 'An address in url(…) is not closed, or needs quotes.';
/** Browsers and Tailwind parse these differently, and Tailwind's parser is quadratic in their number. */
const UNFINISHED: Readonly<Record<string, string>> = {
  [ParseErrorMessage.UnexpectedEOFInComment]: 'A comment is not closed. End it with */.',
  [ParseErrorMessage.UnexpectedEOFInString]: QUOTES,
  [ParseErrorMessage.UnexpectedNewLineInString]: QUOTES,
  [ParseErrorMessage.UnexpectedEOFInURL]: ADDRESS,
  [ParseErrorMessage.UnexpectedCharacterInURL]: ADDRESS,
  [ParseErrorMessage.InvalidEscapeSequenceInURL]: ADDRESS,
};

/**
 * Rejects at-rules that read files, run code or fetch from other servers, before Tailwind parses them. Tokens are those of CSS Syntax
 * Level 3, so an at-rule is found where a browser finds one: after a string that holds the start of a comment, or spelled with escapes.
 */
export function refusal(globals: string, isSheet: (id: string) => boolean): GlobalsFault | null {
  const errors: ParseError[] = [];
  const tokens = tokenize({ css: globals }, { onParseError: (error) => errors.push(error) });
  for (const { message, sourceStart } of errors) {
    const fault = UNFINISHED[message];
    if (fault !== undefined) return { fault, place: placeOf(globals, sourceStart) };
  }
  for (const [index, token] of tokens.entries()) {
    const fault = token[0] === TokenType.BadURL ? ADDRESS : token[0] === TokenType.AtKeyword ? ruleFault(tokens, index, isSheet) : null;
    if (fault !== null) return { fault, place: placeOf(globals, token[2]) };
  }
  return null;
}

/** What is wrong with the at-rule that begins at this token. */
function ruleFault(tokens: readonly CSSToken[], index: number, isSheet: (id: string) => boolean): string | null {
  const token = tokens[index];
  const rule = token?.[0] === TokenType.AtKeyword ? token[4].value : '';
  if (!REFUSED.has(rule.toLowerCase())) return null;
  if (rule.toLowerCase() !== 'import') return `@${rule} cannot be used in globals.css. Use @theme and @utility instead.`;
  const target = afterBlanks(tokens, index + 1);
  const id = importedId(target);
  return id !== null && isSheet(id.replace(/\.css$/, '')) ? null : notAllowed(id ?? target?.[1] ?? '');
}

function afterBlanks(tokens: readonly CSSToken[], from: number): CSSToken | undefined {
  let at = from;
  while (tokens[at]?.[0] === TokenType.Whitespace || tokens[at]?.[0] === TokenType.Comment) at += 1;
  return tokens[at];
}

const importedId = (target: CSSToken | undefined): string | null => (target?.[0] === TokenType.String ? target[4].value : null);

/** The style sheets that a text imports by their names. */
export function importsOf(css: string): ReadonlySet<string> {
  const tokens = tokenize({ css });
  const isImport = (token: CSSToken) => token[0] === TokenType.AtKeyword && token[4].value.toLowerCase() === 'import';
  const ids = tokens.map((token, index) => (isImport(token) ? importedId(afterBlanks(tokens, index + 1)) : null));
  return new Set(ids.filter((id) => id !== null));
}

export function notAllowed(id: string): string {
  return `globals.css cannot import "${id}". Only "tailwindcss" and "tw-animate-css" can be imported; put other rules into globals.css itself.`;
}

/** Tailwind 3's directives. */
const DIRECTIVE = /@tailwind\s+(?:base|components|utilities|variants|screens)\s*;/g;
const SHEET_FILE = /(@import\s+["'][\w-/]+)\.css(["'])/g;
/** A colour token of older shadcn/ui versions: `--primary: 222 47% 11%`, which users wrap in hsl(). */
const BARE_HSL = /(?<![\w-])(--[\w-]+\s*:\s*)(-?[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%)(?=\s*[;}])/g;
const WRAPPED_HSL = /(?<![\w-])hsla?\(\s*var\((--[\w-]+)\)\s*\)/g;
const WRAPPED_ALPHA = /(?<![\w-])hsla?\(\s*var\((--[\w-]+)\)\s*\/\s*([^()]+)\)/g;

/** Converts directives and colours of Tailwind 3 to those of Tailwind 4 and the kit. */
export function modernized(globals: string): string {
  // A blank, so that the text around a removed directive does not form another at-rule.
  const replacements: readonly (readonly [RegExp, string])[] = [
    [DIRECTIVE, ' '],
    [SHEET_FILE, '$1$2'],
    [BARE_HSL, '$1hsl($2)'],
    [WRAPPED_HSL, 'var($1)'],
    [WRAPPED_ALPHA, 'hsl(from var($1) h s l / $2)'],
  ];
  return replacements.reduce((text, [pattern, replacement]) => replaceInCode(text, pattern, replacement), globals);
}

const TEXT: ReadonlySet<string> = new Set([TokenType.String, TokenType.Comment, TokenType.URL]);

/** Replaces matches that do not begin within a string, a comment or a URL. */
function replaceInCode(text: string, pattern: RegExp, replacement: string): string {
  let isText: ((offset: number) => boolean) | null = null;
  return text.replace(pattern, (match: string, ...rest: unknown[]) => {
    const offset = rest.find((value) => typeof value === 'number') ?? 0;
    isText ??= textOffsets(tokenize({ css: text }));
    if (isText(offset)) return match;
    return replacement.replace(/\$(\d)/g, (_, group: string) => String(rest[Number(group) - 1] ?? ''));
  });
}

function textOffsets(tokens: readonly CSSToken[]): (offset: number) => boolean {
  const ranges = tokens.filter(([type]) => TEXT.has(type)).map(([, , start, end]) => [start, end] as const);
  let at = 0;
  // Offsets ascend, so each range is visited once.
  return (offset) => {
    while (at < ranges.length && (ranges[at]?.[1] ?? 0) < offset) at += 1;
    return (ranges[at]?.[0] ?? Number.POSITIVE_INFINITY) <= offset;
  };
}
