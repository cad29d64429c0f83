import { cleanContent } from './content.ts';
import { readTag } from './tag.ts';
import type { Transcript } from './transcript.ts';

/** Characters of a continuation that are buffered to find its overlap with the text before. */
const HEAD = 1500;
/** Shorter overlaps happen by chance. */
const MIN_OVERLAP = 6;

/**
 * Appends the continuation of a cut-off text. Models that are asked to continue repeat the last lines, open the action again or begin with
 * a code fence; these are removed. A continuation that restarts the file is kept: the later action counts.
 */
export class Splice {
  readonly #transcript: Pick<Transcript, 'raw' | 'openAction'>;
  #head: string | null = '';

  constructor(transcript: Pick<Transcript, 'raw' | 'openAction'>) {
    this.#transcript = transcript;
  }

  /** The part of the text so far to append; empty until the overlap is known. */
  push(chunk: string): string {
    if (this.#head === null) return chunk;
    this.#head += chunk;
    if (this.#head.length < HEAD) return '';
    // A fixed length, so that chunking makes no difference.
    const rest = this.#head.slice(HEAD);
    this.#head = this.#head.slice(0, HEAD);
    return this.end() + rest;
  }

  end(): string {
    const head = this.#head ?? '';
    this.#head = null;
    return head === '' ? '' : spliced(this.#transcript, head);
  }
}

function spliced({ raw, openAction }: Pick<Transcript, 'raw' | 'openAction'>, head: string): string {
  if (openAction === null) return withoutOverlap(raw, head);
  const reopened = /^\s*(<action\s[\s\S]*?>)\n?/.exec(head);
  const tag = reopened === null ? null : readTag(reopened[1] ?? '');
  if (reopened !== null && tag !== null) {
    if (tag.file !== openAction.tag.file) return `\n${head}`;
    const rest = withoutFence(head.slice(reopened[0].length));
    const isAnew = firstLine(rest) === firstLine(openAction.content) && withoutOverlap(raw, rest) === rest;
    return isAnew ? `\n${head}` : withoutOverlap(raw, rest);
  }
  return withoutOverlap(raw, withoutFence(head));
}

function withoutFence(text: string): string {
  return text.replace(/^\s*`{3,}[\w-]*\n/, '');
}

function withoutOverlap(before: string, after: string): string {
  const longest = Math.min(before.length, after.length);
  for (let length = longest; length > 0; length -= 1) {
    const start = after.slice(0, length);
    if (before.endsWith(start)) return isTelling(start, before) ? after.slice(length) : after;
  }
  return after;
}

/** Long enough to be no coincidence, or the whole indented line at the cut. */
function isTelling(overlap: string, before: string): boolean {
  if (overlap.replace(/\s/g, '').length >= MIN_OVERLAP) return true;
  return /^\s{2,}\S/.test(overlap) && before.slice(before.lastIndexOf('\n') + 1) === overlap;
}

function firstLine(text: string): string {
  return cleanContent(text).trimStart().split('\n', 1)[0] ?? '';
}
