import { type ActionTag, readTag } from './tag.ts';

/** Events of the streaming parser. Content comes between an `open` and its `close`. */
export type ParserEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly tag: ActionTag }
  | { readonly type: 'content'; readonly text: string }
  /** A tag in prose whose words stand on one line. */
  | { readonly type: LineTag; readonly text: string }
  /** `truncated`: the output ended, or another action began, before the closing tag. */
  | { readonly type: 'close'; readonly status: 'complete' | 'truncated' };

/** A suggested next message; a question to the builder; a possible answer to the question before it, alone (option) or with others (choice). */
export type LineTag = (typeof LINE_TAGS)[number];

type Mode = 'text' | 'tag' | 'lineTag' | 'content' | 'contentTag' | 'closeTag' | 'nestedTag' | 'quotedClose';

const OPEN = '<action';
const CLOSE = '</action';
/** No two begin with the same letter. */
const LINE_TAGS = ['suggestion', 'question', 'option', 'choice'] as const;
/** Longer "tags" are text. */
const MAX_TAG = 1000;
/** Longer line tags, with their words, are text: too long for a button. */
const MAX_LINE = 250;
/** How many characters after a closing tag are searched for the end of a string that may contain it. */
const MAX_LOOKAHEAD = 200;

/**
 * Finds the action tags in a model's text while it streams. Works character by character, so that chunking makes no difference, and
 * reads each character a bounded number of times.
 *
 * - In prose, tags within backticks or code fences, and tags of unknown actions, are text.
 * - In content, `</action>` inside a string literal of its line is content; another action that begins on a line of its own truncates
 *   the previous one.
 */
export class ActionParser {
  #mode: Mode = 'text';
  #held = '';
  #events: ParserEvent[] = [];
  #pending = '';
  #pendingIsContent = false;
  /** Only white space so far on this line. */
  #isLineBlank = true;
  // Prose: an unfinished run of backticks, and the code that they opened.
  #ticks = 0;
  #areTicksAtLineStart = false;
  #inlineTicks = 0;
  #isFence = false;
  #isFenceLine = false;
  // Content: the string literal that the line is in.
  #quote = '';
  #isEscaped = false;
  // A tag's attributes.
  #tagQuote = '';
  #lastInTag = '';
  #lookahead = '';
  #looks = 0;

  /** How many characters were read, counting repeated reads: the measure of the parser's work. */
  get looks(): number {
    return this.#looks;
  }

  /** True between the opening and the closing tag of an action. */
  get isInAction(): boolean {
    return this.#mode !== 'text' && this.#mode !== 'tag' && this.#mode !== 'lineTag';
  }

  /** True when the text so far ends within an action or the tag of one. */
  get isCut(): boolean {
    return this.isInAction || (this.#mode === 'tag' && this.#held.length > OPEN.length);
  }

  push(chunk: string): ParserEvent[] {
    for (let index = 0; index < chunk.length; index += 1) this.#feed(chunk.charAt(index));
    return this.#take();
  }

  /** Ends the input. With `isWhole` false (the model was cut off) a partial tag is withheld rather than shown. */
  end(isWhole = true): ParserEvent[] {
    if (this.isInAction) {
      this.#write(this.#held + this.#lookahead, true);
      this.#emit({ type: 'close', status: 'truncated' });
    } else if (isWhole) {
      this.#write(this.#held, false);
    }
    this.#held = '';
    this.#lookahead = '';
    this.#mode = 'text';
    return this.#take();
  }

  #feed(char: string): void {
    this.#looks += 1;
    switch (this.#mode) {
      case 'text':
        this.#feedText(char);
        return;
      case 'tag':
        this.#feedTag(char);
        return;
      case 'lineTag':
        this.#feedLineTag(char);
        return;
      case 'content':
        this.#feedContent(char);
        return;
      case 'contentTag':
        this.#feedContentTag(char);
        return;
      case 'closeTag':
        this.#feedCloseTag(char);
        return;
      case 'nestedTag':
        this.#feedNestedTag(char);
        return;
      case 'quotedClose':
        this.#feedQuotedClose(char);
        return;
    }
  }

  #feedText(char: string): void {
    if (char === '`') {
      if (this.#ticks === 0) this.#areTicksAtLineStart = this.#isLineBlank;
      this.#ticks += 1;
      this.#isLineBlank = false;
      this.#write(char, false);
      return;
    }
    if (this.#ticks > 0) this.#endTicks();
    if (char === '<' && !this.#isFence && this.#inlineTicks === 0) {
      this.#beginTag('tag', char);
      return;
    }
    if (char === '\n') {
      this.#isLineBlank = true;
      this.#isFenceLine = false;
      this.#inlineTicks = 0;
    } else if (!isSpace(char)) {
      this.#isLineBlank = false;
    }
    this.#write(char, false);
  }

  #endTicks(): void {
    const run = this.#ticks;
    this.#ticks = 0;
    if (this.#isFence) {
      // A line that opens a fence has no further backticks: otherwise it was inline code.
      if (run >= 3 && (this.#areTicksAtLineStart || this.#isFenceLine)) this.#isFence = false;
    } else if (run >= 3 && this.#areTicksAtLineStart) {
      this.#isFence = true;
      this.#isFenceLine = true;
    } else if (this.#inlineTicks === 0) {
      this.#inlineTicks = run;
    } else if (this.#inlineTicks === run) {
      this.#inlineTicks = 0;
    }
  }

  #feedTag(char: string): void {
    if (this.#held === '<' && lineTag(char) !== undefined) {
      this.#mode = 'lineTag';
      this.#feedLineTag(char);
      return;
    }
    const state = this.#scanTag(char);
    if (state === 'more') return;
    const tag = state === 'done' ? readTag(this.#held) : null;
    if (tag === null) {
      this.#rejectTag('text');
      return;
    }
    this.#open(tag);
  }

  /** A line tag has plain words on one line; anything else that begins like one is text. */
  #feedLineTag(char: string): void {
    this.#held += char;
    const type = lineTag(this.#held.charAt(1));
    const open = `<${type}>`;
    const { length } = this.#held;
    if (length <= open.length) {
      if (char.toLowerCase() !== open.charAt(length - 1)) this.#rejectTag('text');
      return;
    }
    const closing = this.#held.lastIndexOf('<');
    if (closing > 0 && !`</${type}>`.startsWith(this.#held.slice(closing).toLowerCase())) this.#rejectTag('text');
    else if (char === '\n' || length > MAX_LINE) this.#rejectTag('text');
    else if (closing > 0 && char === '>') {
      const text = this.#held.slice(open.length, closing).trim();
      this.#held = '';
      this.#mode = 'text';
      if (type !== undefined && text !== '') this.#emit({ type, text });
    }
  }

  #feedContent(char: string): void {
    if (char === '<') {
      this.#beginTag('contentTag', char);
      return;
    }
    this.#addContent(char);
  }

  /** The character after a `<` in content decides which tag it may begin. */
  #feedContentTag(char: string): void {
    if (char === '/') {
      this.#mode = 'closeTag';
      this.#held += char;
    } else if (this.#isLineBlank) {
      this.#mode = 'nestedTag';
      this.#feedNestedTag(char);
    } else {
      this.#held += char;
      this.#rejectTag('content');
    }
  }

  #feedCloseTag(char: string): void {
    this.#held += char;
    const { length } = this.#held;
    if (length <= CLOSE.length) {
      if (char.toLowerCase() !== CLOSE.charAt(length - 1)) this.#rejectTag('content');
    } else if (char === '>') {
      if (this.#isLineBlank || this.#quote === '') this.#close('complete');
      else this.#mode = 'quotedClose';
    } else if (!isSpace(char) || length > MAX_TAG) {
      this.#rejectTag('content');
    }
  }

  #feedNestedTag(char: string): void {
    const state = this.#scanTag(char);
    if (state === 'more') return;
    const tag = state === 'done' ? readTag(this.#held) : null;
    if (tag === null) {
      this.#rejectTag('content');
      return;
    }
    this.#close('truncated');
    this.#open(tag);
  }

  /** A closing tag in what looks like a string literal: content if the string ends on the same line. */
  #feedQuotedClose(char: string): void {
    if (char === this.#quote) {
      this.#held += this.#lookahead + char;
      this.#lookahead = '';
      this.#rejectTag('content');
      return;
    }
    if (char !== '\n' && this.#lookahead.length < MAX_LOOKAHEAD) {
      this.#lookahead += char;
      return;
    }
    const after = this.#lookahead + char;
    this.#lookahead = '';
    this.#close('complete');
    for (const next of after.split('')) this.#feed(next);
  }

  #scanTag(char: string): 'more' | 'done' | 'rejected' {
    this.#held += char;
    const { length } = this.#held;
    if (length <= OPEN.length) return char.toLowerCase() === OPEN.charAt(length - 1) ? 'more' : 'rejected';
    if ((length === OPEN.length + 1 && !/[\s/>]/.test(char)) || length > MAX_TAG) return 'rejected';
    if (this.#tagQuote !== '') {
      if (char === this.#tagQuote) this.#tagQuote = '';
      return 'more';
    }
    if (char === '>') return 'done';
    if (char === '<') return 'rejected';
    if ((char === '"' || char === "'") && this.#lastInTag === '=') this.#tagQuote = char;
    if (!isSpace(char)) this.#lastInTag = char;
    return 'more';
  }

  #beginTag(mode: Mode, char: string): void {
    this.#mode = mode;
    this.#held = char;
    this.#tagQuote = '';
    this.#lastInTag = '';
  }

  /** The held text is no tag: its `<` is an ordinary character, and the rest is parsed again. */
  #rejectTag(mode: 'text' | 'content'): void {
    const held = this.#held;
    this.#held = '';
    this.#mode = mode;
    if (mode === 'content') this.#addContent('<');
    else this.#write('<', false);
    this.#isLineBlank = false;
    for (let index = 1; index < held.length; index += 1) this.#feed(held.charAt(index));
  }

  #addContent(char: string): void {
    this.#write(char, true);
    if (char === '\n') {
      this.#beginContentLine();
      return;
    }
    if (!isSpace(char)) this.#isLineBlank = false;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#quote !== '' && char === '\\') this.#isEscaped = true;
    else if (this.#quote === char) this.#quote = '';
    else if (this.#quote === '' && (char === '"' || char === "'" || char === '`')) this.#quote = char;
  }

  #beginContentLine(): void {
    this.#isLineBlank = true;
    this.#quote = '';
    this.#isEscaped = false;
  }

  #open(tag: ActionTag): void {
    this.#emit({ type: 'open', tag });
    this.#held = '';
    this.#mode = 'content';
    this.#beginContentLine();
    if (tag.isEmpty) this.#close('complete');
  }

  #close(status: 'complete' | 'truncated'): void {
    this.#emit({ type: 'close', status });
    this.#held = '';
    this.#mode = 'text';
    this.#isLineBlank = false;
  }

  #write(text: string, isContent: boolean): void {
    if (isContent !== this.#pendingIsContent) this.#settle();
    this.#pendingIsContent = isContent;
    this.#pending += text;
  }

  #emit(event: ParserEvent): void {
    this.#settle();
    this.#events.push(event);
  }

  #settle(): void {
    if (this.#pending !== '') this.#events.push({ type: this.#pendingIsContent ? 'content' : 'text', text: this.#pending });
    this.#pending = '';
  }

  #take(): ParserEvent[] {
    this.#settle();
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

/** The line tag that begins with a letter. */
function lineTag(letter: string): LineTag | undefined {
  return LINE_TAGS.find((tag) => tag.charAt(0) === letter.toLowerCase());
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\r' || char === '\n';
}
