import type { Source } from '@sayso/models/ref';
import type { Action, MessagePart } from '../ref.ts';
import { cleanContent, countLineEnds, countLines } from './content.ts';
import { findLooseActions } from './loose.ts';
import { ActionParser, type LineTag, type ParserEvent } from './parser.ts';
import type { ActionTag } from './tag.ts';

/** Changes of the parts of a streaming message. Actions carry their content once they are no longer streaming. */
export type PartChange =
  | { readonly kind: 'text' | 'reasoning' | LineTag; readonly partIndex: number; readonly delta: string }
  | { readonly kind: 'source'; readonly partIndex: number; readonly source: Source }
  | { readonly kind: 'action'; readonly partIndex: number; readonly action: Action; readonly lines: number };

interface OpenAction {
  readonly tag: ActionTag;
  readonly partIndex: number;
  content: string;
  /** Line ends in `content`, counted as it grows. */
  lineEnds: number;
}

/** Turns the output of a model into the parts of a message, while it streams. */
export class Transcript {
  readonly #parser = new ActionParser();
  #parts: MessagePart[] = [];
  #raw = '';
  #text: number | null = null;
  #reasoning: number | null = null;
  #open: OpenAction | null = null;
  /** They follow the text of the round. */
  #sources: Source[] = [];
  #appName: string | null = null;
  #rounds: number[] = [];

  /** Resumes a stored message. */
  static resume(raw: string, parts: readonly MessagePart[], kept: Pick<Transcript, 'appName' | 'rounds'>): Transcript {
    const transcript = new Transcript();
    let content = '';
    let tag: ActionTag | null = null;
    for (const event of transcript.#parser.push(raw)) {
      if (event.type === 'open') [tag, content] = [event.tag, ''];
      else if (event.type === 'content') content += event.text;
      else if (event.type === 'close') tag = null;
    }
    transcript.#raw = raw;
    transcript.#parts = [...parts];
    transcript.#appName = kept.appName;
    transcript.#rounds = [...kept.rounds];
    const last = parts.length - 1;
    if (tag !== null) {
      const partIndex = parts.findLastIndex((part) => part.kind === 'action');
      transcript.#parts[partIndex] = { kind: 'action', action: actionOf(tag, 'streaming', '') };
      transcript.#open = { tag, partIndex, content, lineEnds: countLineEnds(content) };
    } else if (parts[last]?.kind === 'text') {
      transcript.#text = last;
    }
    return transcript;
  }

  get parts(): readonly MessagePart[] {
    return this.#parts;
  }

  /** The text as the model wrote it, tags included. */
  get raw(): string {
    return this.#raw;
  }

  /** The name for the app that the first action gave. */
  get appName(): string | null {
    return this.#appName;
  }

  /** Index of the first part of each round of the model after the first. */
  get rounds(): readonly number[] {
    return this.#rounds;
  }

  /** The following text is a continuation or a correction. */
  beginRound(): void {
    this.#rounds.push(this.#parts.length);
  }

  /** Whether the text so far ends within an action. */
  get isCut(): boolean {
    return this.#parser.isCut;
  }

  /** The unclosed action at the end of the text so far, with its content as written. */
  get openAction(): { readonly tag: ActionTag; readonly content: string } | null {
    return this.#open;
  }

  /** The state of the open action; empty without one. */
  openChange(): PartChange[] {
    return this.#open === null ? [] : [this.#actionChange(this.#open)];
  }

  text(chunk: string): PartChange[] {
    this.#raw += chunk;
    return this.#apply(this.#parser.push(chunk));
  }

  reasoning(chunk: string): PartChange[] {
    if (chunk === '') return [];
    this.#text = null;
    if (this.#reasoning === null) this.#reasoning = this.#parts.push({ kind: 'reasoning', text: '' }) - 1;
    return [this.#extend('reasoning', this.#reasoning, chunk)];
  }

  /** A web page that the model names while it writes. */
  source(source: Source): void {
    this.#sources.push(source);
  }

  /** Ends a round; `isWhole` is false when the model was cut off. Adds the actions of a round that has them in other formats only. */
  end(isWhole: boolean): PartChange[] {
    const changes = this.#apply(this.#parser.end(isWhole));
    if (isWhole) changes.push(...this.#addLooseActions());
    changes.push(...this.#addSources());
    this.#text = null;
    this.#reasoning = null;
    return changes;
  }

  /** Marks the action of a part as failed. */
  fail(partIndex: number, error: string): PartChange[] {
    const part = this.#parts[partIndex];
    if (part?.kind !== 'action') return [];
    const action: Action = { ...part.action, status: 'failed', error };
    this.#parts[partIndex] = { kind: 'action', action };
    return [{ kind: 'action', partIndex, action, lines: countLines(action.content) }];
  }

  #apply(events: readonly ParserEvent[]): PartChange[] {
    const changes: PartChange[] = [];
    for (const event of events) {
      const change = this.#applyOne(event);
      if (change !== null) changes.push(change);
    }
    return changes;
  }

  #applyOne(event: ParserEvent): PartChange | null {
    switch (event.type) {
      case 'text':
        return this.#addText(event.text);
      case 'suggestion':
      case 'question':
      case 'option':
      case 'choice': {
        this.#text = null;
        this.#reasoning = null;
        const partIndex = this.#parts.push({ kind: event.type, text: event.text }) - 1;
        return { kind: event.type, partIndex, delta: event.text };
      }
      case 'open': {
        this.#text = null;
        this.#reasoning = null;
        this.#appName ??= event.tag.app;
        const partIndex = this.#parts.push({ kind: 'action', action: actionOf(event.tag, 'streaming', '') }) - 1;
        this.#open = { tag: event.tag, partIndex, content: '', lineEnds: 0 };
        return this.#actionChange(this.#open);
      }
      case 'content':
        if (this.#open === null) return null;
        this.#open.content += event.text;
        this.#open.lineEnds += countLineEnds(event.text);
        return this.#actionChange(this.#open);
      case 'close': {
        const open = this.#open;
        if (open === null) return null;
        this.#parts[open.partIndex] = { kind: 'action', action: actionOf(open.tag, event.status, cleanContent(open.content)) };
        this.#open = null;
        return this.#actionChange(open);
      }
    }
  }

  /** Each page once, also when several rounds name it. */
  #addSources(): PartChange[] {
    const known = new Set(this.#parts.map((part) => (part.kind === 'source' ? part.source.url : '')));
    const added = new Map(this.#sources.filter(({ url }) => !known.has(url)).map((source) => [source.url, source]));
    this.#sources = [];
    return [...added.values()].map((source) => ({ kind: 'source', partIndex: this.#parts.push({ kind: 'source', source }) - 1, source }));
  }

  #addLooseActions(): PartChange[] {
    const round = this.#parts.slice(this.#rounds.at(-1) ?? 0);
    if (round.some(({ kind }) => kind === 'action')) return [];
    const text = round.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
    return findLooseActions(text).map(({ tag, content }) => {
      const action = actionOf(tag, 'complete', cleanContent(content));
      const partIndex = this.#parts.push({ kind: 'action', action }) - 1;
      return { kind: 'action', partIndex, action, lines: countLines(action.content) };
    });
  }

  /** White space between two actions is no part. */
  #addText(text: string): PartChange | null {
    const delta = this.#text === null ? text.trimStart() : text;
    if (delta === '') return null;
    this.#reasoning = null;
    if (this.#text === null) this.#text = this.#parts.push({ kind: 'text', text: '' }) - 1;
    return this.#extend('text', this.#text, delta);
  }

  #extend(kind: 'text' | 'reasoning', partIndex: number, delta: string): PartChange {
    const part = this.#parts[partIndex];
    if (part?.kind === kind) this.#parts[partIndex] = { kind, text: part.text + delta };
    return { kind, partIndex, delta };
  }

  #actionChange({ partIndex, lineEnds }: OpenAction): PartChange {
    const part = this.#parts[partIndex];
    if (part?.kind !== 'action') throw new Error(`Part ${partIndex} of the message is no action.`);
    const { action } = part;
    // The content begins on the line below its tag: while it streams, line ends count its lines.
    return { kind: 'action', partIndex, action, lines: action.status === 'streaming' ? lineEnds : countLines(action.content) };
  }
}

function actionOf(tag: ActionTag, status: Action['status'], content: string): Action {
  return { type: tag.type, title: tag.title, file: tag.file, content, status, error: null };
}
