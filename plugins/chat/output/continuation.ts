import { cleanContent } from './content.ts';
import { readTag } from './tag.ts';
import type { Transcript } from './transcript.ts';

/** How much of a continuation has to be there before its overlap with what came before can be told. */
const HEAD = 1500;
/** Shorter repetitions happen by chance. */
const MIN_OVERLAP = 6;

/**
 * Sets the continuation of a cut-off text right behind it. Models told to go on where they stopped repeat the last lines, open the
 * action once more or put a code fence in front; all of that is taken off. One that begins the file again is left to do so: the later
 * action counts.
 */
export class Splice {
  readonly #transcript: Pick<Transcript, 'raw' | 'openAction'>;
  #head: string | null = '';

  constructor(transcript: Pick<Transcript, 'raw' | 'openAction'>) {
    this.#transcript = transcript;
  }

  /** What of the text so far belongs behind the message; nothing until enough is known. */
  push(chunk: string): string {
    if (this.#head === null) return chunk;
    this.#head += chunk;
    if (this.#head.length < HEAD) return '';
    // Always the same length, so that the way the text is cut into chunks makes no difference.
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

/** Long enough to be no accident, or the whole indented line that the text broke off in. */
function isTelling(overlap: string, before: string): boolean {
  if (overlap.replace(/\s/g, '').length >= MIN_OVERLAP) return true;
  return /^\s{2,}\S/.test(overlap) && before.slice(before.lastIndexOf('\n') + 1) === overlap;
}

function firstLine(text: string): string {
  return cleanContent(text).trimStart().split('\n', 1)[0] ?? '';
}
