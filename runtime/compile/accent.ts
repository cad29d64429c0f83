import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { color, serializeRGB } from '@csstools/css-color-parser';
import { parseComponentValue } from '@csstools/css-parser-algorithms';
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { LRUCache } from 'lru-cache';
import type { Accent } from '../ref.ts';
import { modernized } from './globals.ts';
import { hashOf } from './hash.ts';

/** The colour of the kit's buttons, as Tailwind's class `bg-primary` reads it. */
const ACCENT = '--color-primary';
/** Longer texts are ignored, because this runs in the server process. */
const MAX_CHARACTERS = 50_000;
const MAX_STATEMENT = 500;
/** Maximum depth of `var()` references. */
const MAX_STEPS = 8;

type Scheme = keyof Accent;
type Variables = Readonly<Record<Scheme, ReadonlyMap<string, string>>>;

/** The scope of a declaration: its colour scheme, if it applies to the whole page; null if it applies to a part of it. */
type Scope = { readonly scheme: Scheme; readonly isPage: boolean } | null;
const SHEET: Scope = { scheme: 'light', isPage: false };

const PAGE = /^(?::root|:host|html|body)$/;
const DARK_PAGE = /^(?:(?::root|html|body)?(?:\.dark|\[data-theme=["']?dark["']?\])|\.dark:root)$/;

const known = new LRUCache<string, Accent | { readonly none: true }>({ max: 500 });
let kit: Variables | null = null;

/**
 * The colour of an app's buttons: `button`, the builder's choice, else that of its globals.css, else the kit's. Returns only parsed colours,
 * serialised as `#rrggbb`, because generated CSS is untrusted. Null when there is none.
 */
export function accentOf(globals: string, button: string | null): Accent | null {
  const key = hashOf(globals, button ?? '');
  let accent = known.get(key);
  if (accent === undefined) {
    accent = read(globals, button) ?? { none: true };
    known.set(key, accent);
  }
  return 'none' in accent ? null : accent;
}

function read(globals: string, button: string | null): Accent | null {
  const chosen = button === null ? null : hexOf(button);
  if (chosen !== null) return { light: chosen, dark: chosen };
  kit ??= variablesOf(readFileSync(fileURLToPath(new URL('../kit/theme.css', import.meta.url)), 'utf8'));
  const own = variablesOf(globals.length > MAX_CHARACTERS ? '' : globals);
  const light = resolve(ACCENT, [own.light, kit.light]);
  // A value that the app sets for all pages also overrides the kit's value for dark mode.
  const dark = resolve(ACCENT, [own.dark, own.light, kit.dark, kit.light]);
  return light === null ? null : { light, dark: dark ?? light };
}

function resolve(name: string, cascade: readonly ReadonlyMap<string, string>[]): string | null {
  let next = name;
  for (let step = 0; step < MAX_STEPS; step++) {
    const value = cascade.find((variables) => variables.has(next))?.get(next);
    if (value === undefined) return null;
    const modern = modernized(`--a:${value};`).slice('--a:'.length, -1).trim();
    const reference = /^var\(\s*(--[\w-]+)\s*\)$/.exec(modern)?.[1];
    if (reference === undefined) return hexOf(modern);
    next = reference;
  }
  return null;
}

/** The custom properties that a style sheet sets for the whole page; later ones win. */
function variablesOf(css: string): Variables {
  const reader = new VariableReader(css);
  for (const token of tokenize({ css })) reader.read(token);
  return reader.variables;
}

class VariableReader {
  readonly variables = { light: new Map<string, string>(), dark: new Map<string, string>() };
  readonly #css: string;
  readonly #scopes: Scope[] = [SHEET];
  /** The start of the statement, and the variable that it sets. */
  #statement: { readonly start: number; readonly name: string | null } | null = null;
  #parentheses = 0;

  constructor(css: string) {
    this.#css = css;
  }

  read([type, text, start]: CSSToken): void {
    if (type === TokenType.Whitespace || type === TokenType.Comment) return;
    if (type === TokenType.OpenCurly) this.#enter(start);
    else if (type === TokenType.CloseCurly) this.#leave(start);
    else if (type === TokenType.Semicolon && this.#parentheses === 0) this.#finish(start);
    else {
      this.#statement ??= { start, name: type === TokenType.Ident && text.startsWith('--') ? text : null };
      if (type === TokenType.Function || type === TokenType.OpenParen) this.#parentheses += 1;
      else if (type === TokenType.CloseParen) this.#parentheses = Math.max(0, this.#parentheses - 1);
    }
  }

  #enter(start: number): void {
    const prelude = plain(this.#css.slice(this.#statement?.start ?? start, start)).trim();
    this.#scopes.push(scopeOf(prelude, this.#scopes.at(-1) ?? null));
    this.#statement = null;
  }

  #leave(start: number): void {
    this.#finish(start);
    if (this.#scopes.length > 1) this.#scopes.pop();
    this.#parentheses = 0;
  }

  #finish(end: number): void {
    const statement = this.#statement;
    const scope = this.#scopes.at(-1) ?? null;
    this.#statement = null;
    if (statement === null || statement.name === null || !scope?.isPage) return;
    const value = plain(this.#css.slice(statement.start, end)).replace(/^[^:]*:/, '');
    this.variables[scope.scheme].set(statement.name, value.replace(/!important/i, '').trim());
  }
}

/** A statement without comments; empty when it is too long to be a colour or a selector of the page. */
const plain = (text: string): string => (text.length > MAX_STATEMENT ? '' : text.replace(/\/\*.*?\*\//gs, ' '));

function scopeOf(prelude: string, outer: Scope): Scope {
  if (outer === null || /^@layer\b/i.test(prelude)) return outer;
  if (/^@theme\b/i.test(prelude)) return { scheme: outer.scheme, isPage: true };
  if (/^@media\s*\(\s*prefers-color-scheme:\s*dark\s*\)$/i.test(prelude)) return { ...outer, scheme: 'dark' };
  const selectors = prelude.split(',').map((selector) => selector.trim());
  if (selectors.some((selector) => DARK_PAGE.test(selector))) return { scheme: 'dark', isPage: true };
  return selectors.some((selector) => PAGE.test(selector)) ? { ...outer, isPage: true } : null;
}

/** Null for an invalid or translucent colour. */
function hexOf(text: string): string | null {
  const value = text.length > MAX_STATEMENT ? undefined : parseComponentValue(tokenize({ css: text }));
  const parsed = value === undefined ? false : color(value);
  if (parsed === false || parsed.alpha !== 1) return null;
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(serializeRGB(parsed).toString());
  if (channels === null) return null;
  return `#${channels
    .slice(1)
    .map((channel) => Math.min(255, Number(channel)).toString(16).padStart(2, '0'))
    .join('')}`;
}
