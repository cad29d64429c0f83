import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

const root = join(import.meta.dirname, '..', '..');
const catalogue = /\/(?:en|de)(?:-inserted)?\.ts$/;

export interface Source {
  /** Relative to the repository. */
  readonly path: string;
  readonly program: unknown;
}

const parse = (path: string): Source => ({ path, program: parseSync(path, readFileSync(join(root, path), 'utf8')).program.body });

/** Sources of the builder's pages without tests, generated documents and catalogues. */
export const sources = (): Source[] =>
  globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\/gen\/|\.test\.tsx?$|\/testing\//.test(path) && !catalogue.test(path))
    .map(parse);

/** Messages of one language by key. */
export async function messagesIn(language: 'en' | 'de'): Promise<Map<string, string>> {
  const messages = new Map<string, string>();
  const add = (key: string, value: unknown) => {
    if (typeof value === 'string') messages.set(key, value);
    else for (const [name, child] of Object.entries(value as object)) add(`${key}.${name}`, child);
  };
  for (const path of globSync(`web/src/{i18n/common,app,features/*,features/*/*,ui/*}/${language}.ts`, { cwd: root })) {
    const { texts } = (await import(join(root, path))) as { readonly texts: unknown };
    add(path.split('/').at(-2) ?? '', texts);
  }
  return messages;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Children of a node that are nodes. */
const children = (node: Node): Node[] => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

export function visit(tree: unknown, visitor: (node: Node, parents: readonly Node[]) => void, parents: readonly Node[] = []): void {
  if (Array.isArray(tree)) for (const each of tree) visit(each, visitor, parents);
  else if (isNode(tree)) {
    visitor(tree, parents);
    for (const child of children(tree)) visit(child, visitor, [...parents, tree]);
  }
}

/** The fixed text of a string or template; expressions in it become `…`. Null for every other node. */
export function fixedText({ type, value, quasis }: Node): string | null {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  if (type !== 'TemplateLiteral') return null;
  return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…');
}

/** Attributes and properties whose values people see or hear. */
const visible = new Set(
  'alt aria-description aria-label aria-valuetext cancel children confirm description error group hint label message nothingFound placeholder title'.split(
    ' ',
  ),
);
/** Functions whose first argument people see. */
const showing = /^(?:notify\w*|useTitle|confirm|alert|set(?:Refusal|Failure|Problem))$/;
const transparent = new Set(['ConditionalExpression', 'LogicalExpression', 'JSXExpressionContainer', 'ArrayExpression', 'TSAsExpression']);

const nameOf = (node: unknown): string => {
  const { name, value, property } = (node ?? {}) as { name?: unknown; value?: unknown; property?: unknown };
  if (typeof name === 'string') return name;
  return typeof value === 'string' ? value : property === undefined ? '' : nameOf(property);
};

/** Whether people see the value of this node, judged by what contains it. */
function isShown(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (node.type === 'JSXText') return true;
  if (parent === undefined) return false;
  if (transparent.has(parent.type)) {
    if (parent.type === 'ConditionalExpression' && parent['test'] === node) return false;
    return isShown(parent, parents.slice(0, -1));
  }
  if (parent.type === 'JSXElement' || parent.type === 'JSXFragment') return true;
  if (parent.type === 'JSXAttribute') return visible.has(nameOf(parent['name']));
  if (parent.type === 'Property') return parent['value'] === node && visible.has(nameOf(parent['key']));
  return parent.type === 'CallExpression' && parent['callee'] !== node && showing.test(nameOf(parent['callee']));
}

/** A sentence: several words of letters, the first capitalised, wherever it stands. */
const isSentence = (text: string): boolean => /^\p{Lu}[\p{L}’']* [\p{L}\p{N}…]/u.test(text);
const hasWord = (text: string): boolean => /\p{L}{2,}/u.test(text);

/** Developers read these. */
const isDeveloper = (parents: readonly Node[]): boolean =>
  parents.some(({ type, callee }) => type === 'ImportDeclaration' || (type === 'NewExpression' && nameOf(callee) === 'Error'));

const isKey = (node: Node, parent: Node | undefined): boolean => parent?.type === 'Property' && parent['key'] === node;

/** Texts in a source that people see and that are neither in a catalogue nor keys of one. */
export function strayTexts({ program }: Source, keys: ReadonlySet<string>): string[] {
  const found: string[] = [];
  visit(program, (node, parents) => {
    const text = fixedText(node);
    if (text === null || !hasWord(text) || keys.has(text) || isDeveloper(parents) || isKey(node, parents.at(-1))) return;
    if (isSentence(text) || isShown(node, parents)) found.push(text);
  });
  return found;
}

/** Tests whether a key is used: as a string, or by a template with a part that is decided at run time; also relative to a namespace. */
export function usedKeys(files: readonly Source[]): (key: string) => boolean {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  const namespaces = namespacesOf(files);
  for (const { path, program } of files) {
    const prefixes = ['', ...(namespaces.get(dirname(path)) ?? [])];
    visit(program, (node) => {
      const text = fixedText(node);
      if (text === null) return;
      for (const prefix of prefixes) {
        if (node.type !== 'TemplateLiteral') literals.add(prefix + text);
        else if (/^\w+\..*…/.test(prefix + text))
          patterns.push(new RegExp(`^${(prefix + text).replaceAll('.', '\\.').replaceAll('…', '[^.]+')}$`));
      }
    });
  }
  return (key) => literals.has(key) || patterns.some((pattern) => pattern.test(key));
}

/** The arguments of `useTranslations`, each with a dot, by folder: components pass translators on to others beside them. */
function namespacesOf(files: readonly Source[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, program } of files) {
    visit(program, (node) => {
      if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'useTranslations') return;
      const [first] = node['arguments'] as unknown[];
      const namespace = isNode(first) ? fixedText(first) : null;
      if (namespace === null) return;
      const folder = dirname(path);
      found.set(folder, (found.get(folder) ?? new Set()).add(`${namespace}.`));
    });
  }
  return found;
}

/** Sources of the server, with the titles and descriptions of the templates. */
const SERVER = ['{core,plugins}/**/*.ts', 'runtime/templates/*/template.json'];

/** Tests whether the server has a sentence: as a string, or as a template with inserted values. */
export function serverSentences(): (sentence: string) => boolean {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const path of globSync(SERVER, { cwd: root }).filter((path) => !/node_modules|\.test\./.test(path))) {
    if (path.endsWith('.json')) {
      const { title, description } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { title: string; description: string };
      literals.add(title).add(description);
      continue;
    }
    visit(parse(path).program, (node) => {
      const text = fixedText(node);
      if (text === null) return;
      literals.add(text);
      if (node.type === 'TemplateLiteral' && (isSentence(text) || /^…/.test(text))) patterns.push(patternOf(text));
    });
  }
  return (sentence) => literals.has(sentence) || patterns.some((pattern) => pattern.test(sentence));
}

/** At least ten fixed characters: a template of inserted values alone would match everything. */
const patternOf = (text: string): RegExp =>
  text.replaceAll('…', '').length < 10 ? /^$/ : new RegExp(`^${text.split('…').map(escaped).join('.+')}$`);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sources whose sentences with inserted values people read in the builder, other than in mails. */
const READ_BY_PEOPLE = ['plugins/{accounts,apps,entities,functions}/**/*.ts', 'core/http/{access,bodies}.ts', 'core/contract/errors.ts'];

/** Sentences of these sources with inserted values, each of which is `…`. */
export function sentencesWithValues(): { readonly path: string; readonly text: string }[] {
  const found: { path: string; text: string }[] = [];
  for (const path of globSync(READ_BY_PEOPLE, { cwd: root }))
    if (!/node_modules|\.test\.|\.suite\.|\/testing\//.test(path))
      visit(parse(path).program, (node, parents) => {
        const text = node.type === 'TemplateLiteral' ? fixedText(node) : null;
        if (text?.includes('…') !== true || isDeveloper(parents)) return;
        if (/^(?:\p{Lu}|[`"…])/u.test(text) && /\p{L}{2,} \p{L}/u.test(text) && /[.!?]$/.test(text)) found.push({ path, text });
      });
  return found;
}
