import type { ChatEvent, TurnState } from '../collections.ts';
import type { Action, MessagePart } from '../ref.ts';
import { QUEUED } from './state-machine.ts';

/** A part of a streaming message: an action whose content is omitted has its number of lines. */
export type LivePart =
  | Exclude<MessagePart, { kind: 'action' }>
  | { readonly kind: 'action'; readonly action: Action; readonly lines?: number | undefined };

/** A turn's message, built from its events as every client builds it. */
export class Draft {
  readonly parts: LivePart[] = [];
  content = '';
  state: TurnState = QUEUED;
  seq = 0;

  add(event: ChatEvent): void {
    this.seq = event.seq;
    if (event.isReset) {
      this.parts.length = 0;
      this.content = '';
    }
    this.content += event.raw ?? '';
    if (event.state !== undefined) this.state = event.state;
    const { partIndex } = event;
    if (partIndex === undefined) return;
    if (event.kind === 'action' && event.action !== undefined) {
      this.parts[partIndex] = { kind: 'action', action: event.action, lines: event.lines };
    } else if (event.kind === 'source' && event.source !== undefined) {
      this.parts[partIndex] = { kind: 'source', source: event.source };
    } else if (event.kind !== 'action' && event.kind !== 'source' && event.kind !== 'turn') {
      const part = this.parts[partIndex];
      const text = part?.kind === event.kind ? part.text : '';
      this.parts[partIndex] = { kind: event.kind, text: text + (event.delta ?? '') };
    }
  }
}
