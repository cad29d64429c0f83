import { readFileSync } from 'node:fs';
import { type AccentChange, accentTokens } from './accent.ts';
import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { lineOf, nodesOf, type Source, textOf } from './source.ts';
import { type Tokens, tokensIn, withTokens } from './tokens.ts';

const PATH = 'globals.css';
const SELECTORS = { light: ':root', dark: '.dark' } as const;
const KIT = readFileSync(new URL('../kit/theme.css', import.meta.url), 'utf8');

/** Sets the accent tokens; tables and pages stay unchanged. */
export function setAccent(draft: Draft, change: AccentChange): void {
  setTokens(draft, accentTokens(change));
  leaveFixedColours(draft);
}

export function setTheme(draft: Draft, { radius, mode }: Extract<AppChange, { kind: 'set-theme' }>): void {
  if (radius === undefined && mode === undefined) throw new Refused('bad-value');
  if (radius !== undefined) {
    if (!(radius >= 0 && radius <= 3)) throw new Refused('bad-value');
    setTokens(draft, { light: { radius: `${radius}rem` }, dark: {} });
  }
  if (mode === undefined) return;
  // The same colours in both modes: the kit's tokens with the app's overrides.
  const selector = SELECTORS[mode];
  const chosen = { ...valuesIn(KIT, selector), ...valuesIn(draft.read(PATH) ?? '', selector) };
  const { radius: _radius, ...values } = chosen;
  setTokens(draft, { light: values, dark: values });
  leaveFixedColours(draft);
}

function valuesIn(css: string, selector: string): Tokens {
  return Object.fromEntries([...tokensIn(css, selector)].map(([name, { value }]) => [name.slice(2), value]));
}

/** Writes tokens to the rules `:root` and `.dark`. */
function setTokens(draft: Draft, values: Readonly<Record<keyof typeof SELECTORS, Tokens>>): void {
  const before = draft.read(PATH) ?? '';
  const after = withTokens(withTokens(before, SELECTORS.light, values.light), SELECTORS.dark, values.dark);
  if (after === before) throw new Refused('is-so', PATH);
  draft.write(PATH, after);
}

/** Classes of Tailwind's palette, such as `bg-blue-600`, which ignore the theme. */
const FIXED =
  /(?:^|[\s:])(?:bg|text|border|ring|from|via|to|fill|stroke)-(?:red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3}\b/;

/** Reports literal colours; refuses when the app uses no theme colours. */
function leaveFixedColours(draft: Draft): void {
  let usesTokens = false;
  for (const source of draft.sources()) {
    usesTokens ||=
      /@\/components\/(?:ui|blocks)\/|\b(?:bg|text|border|ring)-(?:primary|card|muted|foreground|background)\b|var\(--primary\)/.test(
        source.text,
      );
    const fixed = fixedColour(source);
    if (fixed !== null) draft.leave({ path: source.path, line: fixed, reason: 'fixed-colours' });
  }
  const [first] = draft.left;
  if (first !== undefined && !usesTokens) throw new Refused('fixed-colours', first.path, first.line);
}

function fixedColour(source: Source): number | null {
  const found = nodesOf(source, 'Literal', 'TemplateLiteral').find((node) => {
    const text = node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join(' ') : textOf(node);
    return text !== null && FIXED.test(text);
  });
  return found === undefined ? null : lineOf(source, found);
}
