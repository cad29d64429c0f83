import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import MagicString from 'magic-string';

/** Token name without the leading dashes → value. */
export type Tokens = Readonly<Record<string, string>>;

/** Sets tokens in the rules of a selector: existing declarations in place, others in a rule at the end. */
export function withTokens(css: string, selector: string, values: Tokens): string {
  if (Object.keys(values).length === 0) return css;
  const edits = new MagicString(css);
  const known = tokensIn(css, selector);
  const missing: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const place = known.get(`--${name}`);
    if (place === undefined) missing.push(`  --${name}: ${value};\n`);
    else if (place.value !== value) edits.overwrite(place.start, place.end, ` ${value}`);
  }
  if (missing.length > 0) {
    const gap = css === '' || css.endsWith('\n') ? '' : '\n';
    edits.append(`${gap}${selector} {\n${missing.join('')}}\n`);
  }
  return edits.toString();
}

interface Declared {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The custom properties that rules with exactly this selector declare. Later declarations win, as in a browser. */
export function tokensIn(css: string, selector: string): Map<string, Declared> {
  const found = new Map<string, Declared>();
  const tokens = tokenize({ css });
  const stack: string[] = [];
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    const [type, , start] = token;
    if (type === TokenType.OpenCurly) {
      stack.push(withoutComments(tokens, from, index).trim());
      from = index + 1;
    } else if (type === TokenType.CloseCurly) {
      if (stack.at(-1) === selector) declare(css, tokens, { from, to: index, end: start }, found);
      stack.pop();
      from = index + 1;
    } else if (type === TokenType.Semicolon) {
      if (stack.at(-1) === selector) declare(css, tokens, { from, to: index, end: start }, found);
      from = index + 1;
    }
  }
  return found;
}

function withoutComments(tokens: readonly CSSToken[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(([type, text]) => (type === TokenType.Comment ? ' ' : text))
    .join('');
}

interface Span {
  readonly from: number;
  readonly to: number;
  /** Offset in the text where the declaration ends. */
  readonly end: number;
}

function declare(css: string, tokens: readonly CSSToken[], { from, to, end }: Span, found: Map<string, Declared>): void {
  const at = tokens.findIndex(
    ([type], index) => index >= from && index < to && type !== TokenType.Whitespace && type !== TokenType.Comment,
  );
  const name = tokens[at];
  const colon = tokens.findIndex(([type], index) => index > at && index < to && type === TokenType.Colon);
  const colonToken = tokens[colon];
  if (at < 0 || colon < 0 || name === undefined || colonToken === undefined || name[0] !== TokenType.Ident || !name[1].startsWith('--'))
    return;
  const start = colonToken[3] + 1;
  found.set(name[1], { value: css.slice(start, end).trim(), start, end: start + css.slice(start, end).trimEnd().length });
}
