const OPEN = /^\s*<(think|thinking|thought|reasoning)>\s*/;
/** A longer beginning cannot become an opening tag. */
const OPEN_LENGTH = '<reasoning>'.length;

interface Content {
  readonly text: string;
  readonly reasoning: string;
}

/**
 * Separates reasoning from text for models that mark it inline: `<think>…</think>` at the beginning of an answer. Later tags are part of
 * the answer, which may be code.
 */
export class Thoughts {
  #state: 'start' | 'thinking' | 'after' | 'answering' = 'start';
  #pending = '';
  #close = '';

  push(chunk: string): Content {
    this.#pending += chunk;
    let reasoning = '';
    if (this.#state === 'start') this.#begin();
    if (this.#state === 'thinking') reasoning = this.#think();
    if (this.#state === 'after') this.#skipSpace();
    return { reasoning, text: this.#state === 'answering' ? this.#take(this.#pending.length) : '' };
  }

  /** The text held back. Unclosed thoughts count as reasoning. */
  end(): Content {
    const rest = this.#take(this.#pending.length);
    return this.#state === 'thinking' ? { text: '', reasoning: rest } : { text: this.#state === 'after' ? '' : rest, reasoning: '' };
  }

  #begin(): void {
    const opened = OPEN.exec(this.#pending);
    if (opened !== null) {
      this.#take(opened[0].length);
      this.#close = `</${opened[1]}>`;
      this.#state = 'thinking';
      return;
    }
    const beginning = this.#pending.trimStart();
    const mayOpen = beginning === '' || (beginning.length < OPEN_LENGTH && /^<[a-z]*$/.test(beginning));
    if (!mayOpen) this.#state = 'answering';
  }

  #think(): string {
    const end = this.#pending.indexOf(this.#close);
    if (end >= 0) {
      const thought = this.#take(end);
      this.#take(this.#close.length);
      this.#state = 'after';
      return thought;
    }
    // The end may be a partial closing tag.
    const start = this.#pending.lastIndexOf('<');
    const held = start >= 0 && this.#close.startsWith(this.#pending.slice(start)) ? this.#pending.length - start : 0;
    return this.#take(this.#pending.length - held);
  }

  /** Skips the blank lines after the reasoning. */
  #skipSpace(): void {
    this.#pending = this.#pending.trimStart();
    if (this.#pending !== '') this.#state = 'answering';
  }

  #take(length: number): string {
    const taken = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    return taken;
  }
}
