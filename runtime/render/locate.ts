import { SourceMap } from 'node:module';
import type { RenderModule } from './wire.ts';

/** A place in the app's files. */
export interface Located {
  readonly file: string;
  /** From 1. */
  readonly line: number | null;
}

const FRAME = /\bapp:([\w./ -]+):(\d+):(\d+)/;

/** The first place of a stack in the app's own files, by the source maps of the modules; null when there is none. */
export function locate(stack: string, modules: ReadonlyMap<string, RenderModule>): Located | null {
  for (const frame of stack.split('\n')) {
    const [, key = '', line, column] = FRAME.exec(frame) ?? [];
    const mappings = modules.get(key)?.mappings ?? '';
    if (mappings === '') continue;
    const map = new SourceMap({ version: 3, file: '', sources: [key], sourcesContent: [], names: [], mappings, sourceRoot: '' });
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    return { file: key, line: 'originalLine' in entry ? entry.originalLine + 1 : null };
  }
  return null;
}
