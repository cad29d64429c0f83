import { createHash } from 'node:crypto';
import type { Files } from '@sayso/apps/ref';
import { tableName } from '@sayso/core';
import type { FunctionDeclaration } from '@sayso/runtime/ref';
import type { AppUse, FunctionDocument } from '../collections.ts';

const MAX_TABLES = 50;
/** `.Order`, `['Order']` or `['shop.Order']`, then perhaps `.list`. */
const TABLE = String.raw`(?:(?:\?\.|\.)\s*([A-Za-z_]\w{0,63})|(?:\?\.)?\[\s*['"\`]([A-Za-z_][\w.]{0,63})['"\`]\s*\])`;
const METHOD = String.raw`\s*(?:(?:\?\.|\.)\s*(\w{1,40}))?`;
/** `base44.asServiceRole.entities.Order.list`, and the same with `app`, which functions of this product are given. */
const USE = new RegExp(String.raw`\b(?:asServiceRole|app)\s*(?:\?\.|\.)\s*entities\s*${TABLE}${METHOD}`, 'g');
/** The same of a function whose `entities` are those of the app. */
const OWN_USE = new RegExp(String.raw`\bentities\s*${TABLE}${METHOD}`, 'g');
/** `asServiceRole` that is handed on, so that its tables are not named beside it; tables by a name that only a run knows. */
const HANDED_ON = new RegExp(
  String.raw`\basServiceRole\b(?!\s*(?:\?\.|\.)\s*(?:functions\b|integrations\b|entities\s*${TABLE}))|\bentities\s*(?:\?\.)?\[\s*(?!['"\`\s])`,
);
/** Rows as the app: by the client of Base44, or by `app` among what functions of this product are given. */
const WANTS_APP = /\basServiceRole\b|\bapp\s*(?:\?\.|\.)\s*entities\b/;
const READS = /^(?:list|filter|get|find|schema|subscribe|aggregate|count|distinct|me)/;
/** Names in imports that stay the names in the code. */
const PLAIN_IMPORT = /\bimport\s*\{(?:(?!\bas\b)[\w\s,])*\}\s*from\s*['"][^'"\n]*['"]/g;

/** What a function does with rows as the app. */
export interface AppUses {
  /** By table, in the order of their names. */
  readonly uses: readonly AppUse[];
  /** Whether its code does not name all of its tables: then it may use any. */
  readonly isOpen: boolean;
}

/** Whether the code of a function names rows as the app. */
export const wantsAppIn = (text: string): boolean => WANTS_APP.test(text);

/** Whether a method of a table changes nothing. */
export const isRead = (method: string): boolean => READS.test(method);

/**
 * The tables that some code uses as the app. `tables`: those of the app, for a function whose `entities` are those of the app, which
 * may use them by names that it imports.
 */
export function appUsesIn(text: string, tables: readonly string[] | null = null): AppUses {
  const found = new Map<string, AppUse>();
  const add = (table: string, method: string) => {
    // A table that is handed on may be used in any way.
    const use = { table, reads: method === '' || isRead(method), changes: !isRead(method) };
    if (found.size < MAX_TABLES || found.has(table)) found.set(table, merged(found.get(table), use));
  };
  for (const [, dotted, quoted, method = ''] of text.matchAll(tables === null ? USE : OWN_USE))
    add(tableName(dotted ?? quoted ?? ''), method);
  const code = tables === null ? '' : text.replace(PLAIN_IMPORT, '');
  for (const table of tables ?? [])
    if (!found.has(table))
      for (const [, method = ''] of code.matchAll(new RegExp(String.raw`\b${table}\b${METHOD}`, 'g'))) add(table, method);
  const uses = [...found.values()].sort((a, b) => (a.table < b.table ? -1 : 1));
  return { uses, isOpen: HANDED_ON.test(text) || uses.length === MAX_TABLES };
}

interface Code {
  readonly files: Files;
  readonly path: string;
  readonly declared: FunctionDeclaration;
  readonly state: Pick<FunctionDocument, 'refused'> | null;
}

/** What a function does as the app by its code, that of the files that it imports, and what its runs were refused; and the digest of all that. */
export function shownOf({ files, path, declared, state }: Code): AppUses & { readonly digest: string } {
  const paths = [...new Set([path, ...declared.files])].toSorted();
  const texts = paths.map((one) => files[one] ?? '');
  const isWide = declared.asApp || declared.schedule !== null || declared.on.length > 0;
  const { uses, isOpen } = appUsesIn(texts.join('\n'), isWide ? [...tablesOf(files), 'User'] : null);
  const all = together(uses, state?.refused ?? []);
  const digest = createHash('sha256')
    .update(JSON.stringify([paths, texts, all]))
    .digest('hex');
  return { uses: isOpen ? [] : all, isOpen: isOpen || all.length === 0, digest };
}

function tablesOf(files: Files): string[] {
  return Object.keys(files).flatMap((path) => /^entities\/([A-Za-z_]\w{0,63})(?:\.json)?$/.exec(path)?.[1] ?? []);
}

/** The uses of both lists, by table. */
export function together(some: readonly AppUse[], others: readonly AppUse[]): AppUse[] {
  const found = new Map<string, AppUse>();
  for (const use of [...some, ...others]) found.set(use.table, merged(found.get(use.table), use));
  return [...found.values()].sort((a, b) => (a.table < b.table ? -1 : 1));
}

/** What of `uses` is not among `allowed`. */
export function beyond(uses: readonly AppUse[], allowed: readonly AppUse[]): AppUse[] {
  return uses.flatMap(({ table, reads, changes }) => {
    const known = allowed.find((one) => one.table === table);
    const more = { table, reads: reads && known?.reads !== true, changes: changes && known?.changes !== true };
    return more.reads || more.changes ? [more] : [];
  });
}

function merged(before: AppUse | undefined, { table, reads, changes }: AppUse): AppUse {
  return { table, reads: reads || before?.reads === true, changes: changes || before?.changes === true };
}
