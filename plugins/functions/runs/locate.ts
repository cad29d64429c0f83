import { SourceMap } from 'node:module';
import { z } from 'zod';

/** A place in a file of the app. */
export interface Place {
  readonly file: string | null;
  /** From 1. */
  readonly line: number | null;
}

const NOWHERE: Place = { file: null, line: null };
const map = z.object({ version: z.number(), sources: z.array(z.string()), mappings: z.string() });
/** Of a line; the code of the function may write any text. */
const MAX_FRAME = 300;
/** `    at run (function.js:12:34)`; QuickJS leaves out the column of some frames. */
const FRAME = /\(?([\w.:/-]+?):(\d+)(?::(\d+))?\)?\s*$/;

/** The first frame of a stack in the bundle that comes from a file of the app. */
export function locate(stack: string, bundle: { readonly map: string; readonly file: string }): Place {
  const read = map.safeParse(parse(bundle.map));
  if (!read.success) return NOWHERE;
  const source = new SourceMap({ ...read.data, file: bundle.file, sourcesContent: [], names: [], sourceRoot: '' });
  for (const frame of stack.split('\n').slice(0, 30)) {
    if (frame.length > MAX_FRAME) continue;
    const [, file, line, column = '1'] = FRAME.exec(frame) ?? [];
    if (file !== bundle.file) continue;
    const entry = source.findEntry(Number(line) - 1, Number(column) - 1);
    const path = 'originalSource' in entry ? /(?:^|\/)app:(.+)$/.exec(entry.originalSource)?.[1] : undefined;
    if (path !== undefined && 'originalLine' in entry) return { file: path, line: entry.originalLine + 1 };
  }
  return NOWHERE;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
