import { type CSSToken, type TokenIdent, TokenType, tokenize } from '@csstools/css-tokenizer';
import { hashOf } from './hash.ts';
import type { Files } from './sources.ts';

// Files that code imports and that are no code: style sheets, JSON and pictures.

const PICTURE = /\.(?:svg|png|jpe?g|gif|webp|avif|ico)$/i;
const ASSET = /\.(?:css|scss|sass|less|json|svg|png|jpe?g|gif|webp|avif|ico|bmp|mp[34]|webm|woff2?|ttf|otf|pdf)$/i;
/** A picture without content. */
const EMPTY = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')}`;

/** Whether a path names a file that is no code. */
export function isAsset(path: string): boolean {
  return ASSET.test(path);
}

/** The module of an asset, by its path with Vite's queries: `?raw` for the text, `?url` for an address, `?react` for a component. */
export function assetModule(request: string, files: Files): string {
  const [path = '', query = ''] = request.split('?');
  if (request === 'missing') return value(EMPTY);
  const text = Object.hasOwn(files, path) ? (files[path] ?? '') : '';
  if (/\braw\b/.test(query)) return value(text);
  if (path.endsWith('.module.css')) return classesModule(path, text);
  if (path.endsWith('.json')) return jsonModule(text);
  if (!PICTURE.test(path)) return value(text.startsWith('data:font/') ? text.trim() : '');
  const address = addressOf(path, text);
  // Projects for older tools import the component by this name.
  return /\breact\b/.test(query) ? `${component(address)}export default ReactComponent;\n` : `${component(address)}${value(address)}`;
}

function value(content: unknown): string {
  return `export default ${literal(content)};\n`;
}

/** JSON as an expression: `__proto__` is a key like any other. */
function literal(content: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(content))})`;
}

/** Pictures are kept as data URLs, vector pictures as their text. */
function addressOf(path: string, text: string): string {
  if (text.startsWith('data:image/')) return text.trim();
  return path.toLowerCase().endsWith('.svg') ? `data:image/svg+xml,${encodeURIComponent(text)}` : EMPTY;
}

const component = (address: string) => `import { jsx } from "react/jsx-runtime";
export const ReactComponent = (props) => jsx("img", { alt: "", ...props, src: ${JSON.stringify(address)} });
`;

function jsonModule(text: string): string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return value(null);
  }
  const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
  const names = isObject ? Object.keys(content as object).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name)) : [];
  const exported = names.slice(0, 1000).map((name) => `export const ${name} = content[${JSON.stringify(name)}];\n`);
  return `const content = ${parsed(content, text)};\nexport default content;\n${names.includes('content') ? '' : exported.join('')}`;
}

/** The content of a JSON file, which is longer where its values nest too deeply to be written again. */
function parsed(content: unknown, text: string): string {
  try {
    return literal(content);
  } catch {
    return `JSON.parse(${JSON.stringify(text)})`;
  }
}

const RESERVED = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);

function classesModule(path: string, text: string): string {
  const { names } = scoped(path, text);
  return `export default ${literal(Object.fromEntries(names))};\n`;
}

/** The rules of a style sheet that code imports: those of a module with classes of its own. */
export function sheetOf(path: string, text: string): string {
  return path.endsWith('.module.css') ? scoped(path, text).css : text;
}

/** A class keeps its name, with the file's hash; `:global(…)` leaves it as it is. */
function scoped(path: string, text: string): { readonly css: string; readonly names: ReadonlyMap<string, string> } {
  const suffix = hashOf(path)
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 6);
  const names = new Map<string, string>();
  let css = '';
  /** Open brackets since `:global(`. */
  let global = 0;
  let last: CSSToken | undefined;
  for (const token of tokenize({ css: text })) {
    if (global > 0) {
      global += depthOf(token);
      css += global > 0 ? token[1] : '';
    } else if (isGlobal(token, css)) {
      css = css.slice(0, -1);
      global = 1;
    } else if (isClass(token, last)) {
      names.set(token[4].value, `${token[4].value}_${suffix}`);
      css += `${token[1]}_${suffix}`;
    } else css += token[1];
    last = token;
  }
  return { css, names };
}

function depthOf([type]: CSSToken): number {
  if (type === TokenType.OpenParen || type === TokenType.Function) return 1;
  return type === TokenType.CloseParen ? -1 : 0;
}

function isGlobal([type, raw]: CSSToken, before: string): boolean {
  return type === TokenType.Function && /^(?:global|local)\($/i.test(raw) && before.endsWith(':');
}

function isClass(token: CSSToken, last: CSSToken | undefined): token is TokenIdent {
  return token[0] === TokenType.Ident && last?.[0] === TokenType.Delim && last[1] === '.';
}
