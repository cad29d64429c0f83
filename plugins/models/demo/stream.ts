import { openTag, type Part } from './actions.ts';

/** Characters of code in one chunk. */
const codeChunk = 2048;

/** The answer in chunks, as a model streams it: a few words each, or a run of code. */
export function* chunksOf(parts: readonly Part[]): Generator<string> {
  for (const part of parts) {
    if (typeof part === 'string') {
      yield* part.match(/(?:\S+\s*){1,3}|\s+/g) ?? [];
      yield '\n\n';
      continue;
    }
    if ('suggestion' in part) {
      yield `<suggestion>${part.suggestion.replace(/[<>\n]/g, '')}</suggestion>\n`;
      continue;
    }
    const body = `${openTag(part)}\n${part.content.replace(/\n$/, '')}\n</action>\n\n`;
    for (let start = 0; start < body.length; start += codeChunk) yield body.slice(start, start + codeChunk);
  }
}
