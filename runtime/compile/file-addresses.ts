import { parseSync } from 'oxc-parser';
import { type Node, nodeOf } from '../functions/syntax.ts';

/** The part of each path of an uploaded file. */
export const FILES = '/api/files/';
/** The path of a file, where it is not the end of a longer address or path. */
const PATH = /(?<=\\[nrtbf]|(?<![\w.:/@%~-]))\/api\/files\/([A-Za-z0-9_-]{1,100}\/[A-Za-z0-9_-]{1,100}\.[A-Za-z0-9]{1,16})(?![\w-])/g;

/** The address below which the files of an app are. */
export function filesOf(appId: string, runtimeUrl: string): string {
  return `${runtimeUrl}${FILES}${encodeURIComponent(appId)}/`;
}

interface FoundText {
  readonly start: number;
  readonly end: number;
  /** What precedes it, as in `${base}/api/files/…`, is known when the code runs: a path at its start is left as it is. */
  readonly isContinued: boolean;
}

/** A style sheet with the paths of files as addresses. */
export function styleWithFileAddresses(text: string, filesAt: string): string {
  return text.replace(PATH, (_path, file: string) => filesAt + file);
}

/**
 * The code with the paths of files in its texts as addresses, for code that runs elsewhere than in a page of the installation, which gives a path its origin. Comments,
 * names of modules and the lines of the code stay.
 */
export function withFileAddresses(code: string, { lang, filesAt }: { readonly lang: 'ts' | 'tsx'; readonly filesAt: string }): string {
  if (!code.includes(FILES)) return code;
  const { program } = parseSync(`file.${lang}`, code, { lang, sourceType: 'module' });
  let result = '';
  let at = 0;
  for (const { start, end, isContinued } of textsIn(program as unknown as Node, code)) {
    const text = code.slice(start, end);
    result +=
      code.slice(at, start) +
      text.replace(PATH, (path, file: string, index: number) => (isContinued && index === 0 ? path : filesAt + file));
    at = end;
  }
  return result + code.slice(at);
}

/** A node, and whether it follows on a text that is known when the code runs. */
type Reached = readonly [node: Node, isContinued: boolean];

function textsIn(program: Node, code: string): FoundText[] {
  const found: FoundText[] = [];
  const pending: Reached[] = [[program, false]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, isContinued] = next;
    const text = textOf(node, code);
    if (text !== null) found.push({ ...text, isContinued });
    else pending.push(...childrenOf(node));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Where a text stands, quotes left out; null for a node of another kind. */
function textOf(node: Node, code: string): Omit<FoundText, 'isContinued'> | null {
  const [start, end] = [Number(node['start']), Number(node['end'])];
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? { start: start + 1, end: end - 1 } : null;
  if (node.type === 'JSXText') return { start, end };
  if (node.type !== 'TemplateElement') return null;
  const { raw } = node['value'] as { readonly raw: string };
  // Trees of TypeScript include the delimiters.
  const first = code.startsWith(raw, start) ? start : start + 1;
  return { start: first, end: first + raw.length };
}

function childrenOf(node: Node): Reached[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'source' && /^(?:Im|Ex)port/.test(node.type)) return [];
    return (Array.isArray(value) ? value : [value]).flatMap((one: unknown, index): Reached[] => {
      const child = nodeOf(one);
      return child === null ? [] : [[child, continues(node, { key, index })]];
    });
  });
}

/** Whether a part of an expression follows on a text that is known when the code runs. */
function continues(node: Node, { key, index }: { readonly key: string; readonly index: number }): boolean {
  if (node.type === 'TemplateLiteral') return key === 'quasis' && index > 0;
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+' || key !== 'right') return false;
  return !endsWithText(nodeOf(node['left']));
}

/** Whether the end of an expression is a text of the code, so that it shows what a path follows on. */
function endsWithText(node: Node | null): boolean {
  if (node?.type === 'BinaryExpression') return endsWithText(nodeOf(node['right']));
  return node?.type === 'Literal' && typeof node['value'] === 'string' && !/[\w.:/@%~-]$/.test(node['value']);
}
