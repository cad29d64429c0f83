import { isReadable, type Node, openSource, type Source } from '../codemods/source.ts';
import {
  attributeWith,
  elementsAround,
  insertAttribute,
  insertElement,
  insertExport,
  insertItem,
  isWholeGone,
  NoPlace,
} from './insertion.ts';
import type { BringBack, BringBackFiles, BringBackWay } from './outcome.ts';
import { isObject, objectIn } from './tables.ts';
import { type Files, type Gone, goneFrom, openVersions } from './vanished.ts';

/** How far out an element is looked for that can be put back whole. */
const MAX_WRAPPERS = 4;

/** How a vanished thing can stand again in the current files: in its place, or with its whole file. */
export function bringBack({ before, after, current }: BringBackFiles, id: string): BringBack {
  const lost = goneFrom(openVersions(before, current), { isGrouped: false });
  const gone = lost.find((one) => one.id === id);
  if (gone === undefined) return { stands: !isUnknown({ before, after, current }, id, lost), ways: [] };
  const { file: path } = gone;
  const [old, now] = [before[path], current[path]];
  if (old === undefined) return { stands: false, ways: [] };
  const ways: BringBackWay[] = [];
  const content = now === undefined ? old : inPlace(gone, { old, now });
  if (content !== null && isBack({ before, current }, { path, content }, id)) ways.push({ way: 'place', path, content });
  // Nothing else changed in the file since: only what the version itself changed is lost.
  if (now !== undefined && now === after[path]) ways.push({ way: 'file', path, content: old });
  return { stands: false, ways };
}

/** Whether its file was deleted since, or does not parse now. */
function isUnknown({ before, after, current }: BringBackFiles, id: string, lost: readonly Gone[]): boolean {
  const file = goneFrom(openVersions(before, after), { isGrouped: false }).find((one) => one.id === id)?.file;
  const now = file === undefined ? undefined : current[file];
  if (file === undefined) return false;
  if (now === undefined) return lost.some((one) => one.file === file && one.node === null);
  return !file.startsWith('entities/') ? !isReadable(file, now) : objectIn(now) === null;
}

function isBack(
  { before, current }: Pick<BringBackFiles, 'before' | 'current'>,
  { path, content }: Pick<BringBackWay, 'path' | 'content'>,
  id: string,
): boolean {
  const files: Files = { ...current, [path]: content };
  if (!path.startsWith('entities/') && !isReadable(path, content)) return false;
  return !goneFrom(openVersions(before, files), { isGrouped: false }).some((one) => one.id === id);
}

/** The current text of the file with the thing; null when what was around it is gone, too. */
function inPlace(gone: Gone, { old, now }: { readonly old: string; readonly now: string }): string | null {
  if (gone.kind === 'field') return withField(gone.name, old, now);
  const { node, file } = gone;
  if (node === null || !isReadable(file, now)) return null;
  const [source, current] = [openSource(file, old), openSource(file, now)] as const;
  const same = source.nodes.find(({ type, start, end }) => type === node.type && start === node.start && end === node.end);
  if (same === undefined) return null;
  const own = attempt(current, () => insert(source, current, same, gone));
  if (own !== null || gone.kind === 'export' || gone.kind === 'call') return own;
  // Its wrappers, as long as nothing else that was in them stands.
  for (const element of elementsAround(source, same).slice(0, MAX_WRAPPERS)) {
    const target = openSource(file, now);
    if (!isWholeGone(source, target, element)) return null;
    const text = attempt(target, () => insertElement(source, target, element));
    if (text !== null) return text;
  }
  return null;
}

function attempt({ edits }: Source, work: () => void): string | null {
  try {
    work();
    return edits.toString();
  } catch (error) {
    if (error instanceof NoPlace) return null;
    throw error;
  }
}

function insert(old: Source, current: Source, node: Node, { kind, body }: Gone): void {
  const item = itemAround(old, node);
  if (kind === 'export') insertExport(old, current, node);
  else if (node.type === 'JSXElement') insertHandled(old, current, node, body);
  else if (item !== null) insertItem(old, current, item);
  else insertAround(old, current, node, kind);
}

/** An element; of one that stands, only its handler. */
function insertHandled(old: Source, current: Source, element: Extract<Node, { type: 'JSXElement' }>, body: string | null): void {
  const attribute = body === null ? null : attributeWith(old, element, body);
  if (attribute === null || !insertAttribute(old, current, element, attribute)) insertElement(old, current, element);
}

function insertAround(old: Source, current: Source, node: Node, kind: Gone['kind']): void {
  const [element] = elementsAround(old, node);
  // A call in a function has no place of its own.
  if (kind === 'call' || element === undefined) throw new NoPlace();
  insertElement(old, current, element);
}

/** The element of a list that the node is, or is a property of. */
function itemAround(source: Source, node: Node): Node | null {
  const parent = source.parents.get(node);
  if (parent?.type === 'ArrayExpression') return node;
  return node.type === 'Property' && parent !== undefined && source.parents.get(parent)?.type === 'ArrayExpression' ? parent : null;
}

/** The schema with the field as it was, at its old position. */
function withField(field: string, old: string, now: string): string | null {
  const [before, current] = [objectIn(old), objectIn(now)];
  const [oldFields, fields] = [before?.['properties'], current?.['properties']];
  if (before === null || current === null || !isObject(oldFields) || !isObject(fields)) return null;
  const names = Object.keys(oldFields);
  const earlier = new Set(names.slice(0, names.indexOf(field)));
  const entries = Object.entries(fields);
  const at = entries.findLastIndex(([name]) => earlier.has(name)) + 1;
  const properties = Object.fromEntries([...entries.slice(0, at), [field, oldFields[field]], ...entries.slice(at)]);
  return `${JSON.stringify({ ...current, properties, ...requiredWith(field, before, current) }, null, 2)}\n`;
}

function requiredWith(field: string, before: Record<string, unknown>, current: Record<string, unknown>): { required?: unknown[] } {
  const [old, now] = [before['required'], current['required'] ?? []];
  return Array.isArray(old) && old.includes(field) && Array.isArray(now) ? { required: [...now, field] } : {};
}
