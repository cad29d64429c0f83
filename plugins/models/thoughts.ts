const OPEN = /^\s*<(think|thinking|thought|reasoning)>\s*/;
/** No longer beginning can become an opening tag. */
const OPEN_LENGTH = '<reasoning>'.length;

interface Said {
  readonly text: string;
  readonly reasoning: string;
}

/**
 * Tells thinking from saying in the text of models that mark their thoughts themselves: `<think>…</think>` at the beginning of an answer.
 * Further on such a tag is part of the answer, which may well be code.
 */
export class Thoughts {
  #state: 'start' | 'thinking' | 'behind' | 'saying' = 'start';
  #pending = '';
  #close = '';

  push(chunk: string): Said {
    this.#pending += chunk;
    let reasoning = '';
    if (this.#state === 'start') this.#begin();
    if (this.#state === 'thinking') reasoning = this.#think();
    if (this.#state === 'behind') this.#skipSpace();
    return { reasoning, text: this.#state === 'saying' ? this.#take(this.#pending.length) : '' };
  }

  /** What was held back. Thoughts that never end are thoughts. */
  end(): Said {
    const rest = this.#take(this.#pending.length);
    return this.#state === 'thinking' ? { text: '', reasoning: rest } : { text: this.#state === 'behind' ? '' : rest, reasoning: '' };
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
    if (!mayOpen) this.#state = 'saying';
  }

  #think(): string {
    const end = this.#pending.indexOf(this.#close);
    if (end >= 0) {
      const thought = this.#take(end);
      this.#take(this.#close.length);
      this.#state = 'behind';
      return thought;
    }
    // The end may be the beginning of the closing tag.
    const start = this.#pending.lastIndexOf('<');
    const held = start >= 0 && this.#close.startsWith(this.#pending.slice(start)) ? this.#pending.length - start : 0;
    return this.#take(this.#pending.length - held);
  }

  /** The answer begins behind the empty lines that follow the thoughts. */
  #skipSpace(): void {
    this.#pending = this.#pending.trimStart();
    if (this.#pending !== '') this.#state = 'saying';
  }

  #take(length: number): string {
    const taken = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    return taken;
  }
}
