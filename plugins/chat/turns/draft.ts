import type { ChatEvent, TurnState } from '../collections.ts';
import type { Action, MessagePart } from '../ref.ts';

/** A part while it is written: an action whose content is still left out says how long it is. */
export type LivePart =
  | Exclude<MessagePart, { kind: 'action' }>
  | { readonly kind: 'action'; readonly action: Action; readonly lines?: number | undefined };

/** The state of a turn that has only been asked for. */
export const QUEUED: TurnState = {
  status: 'queued',
  error: null,
  errorCode: null,
  errorDetail: null,
  note: null,
  confirmations: [],
  versionId: null,
  usage: null,
};

/** What a turn keeps of its earlier rounds when the model begins again: nothing. */
export const ANEW = { step: 'generate', usage: null, appName: null, rounds: [] as number[] } as const;

/** A turn's message as its events make it; after each of them it is what every client has that read them. */
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
    } else if (event.kind === 'text' || event.kind === 'reasoning' || event.kind === 'suggestion') {
      const part = this.parts[partIndex];
      const text = part?.kind === event.kind ? part.text : '';
      this.parts[partIndex] = { kind: event.kind, text: text + (event.delta ?? '') };
    }
  }
}
