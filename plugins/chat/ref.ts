import { type Actor, serviceRef } from '@sayso/core';
import type { Source } from '@sayso/models/ref';

export type ActionType =
  | 'add_file'
  | 'edit_file'
  | 'delete_file'
  | 'add_entity'
  | 'edit_entity'
  | 'set_permissions'
  | 'import_entities'
  | 'insert_records'
  | 'delete_records'
  /** Changes nothing: the model is asked once more, with the file. */
  | 'read_file';

/** One action tag of the model's output. `content` grows while it streams. */
export interface Action {
  readonly type: ActionType;
  readonly title: string;
  readonly file: string | null;
  readonly content: string;
  readonly status: 'streaming' | 'complete' | 'truncated' | 'failed';
  readonly error: string | null;
}

export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** A web page on which the model bases its answer. */
  | { readonly kind: 'source'; readonly source: Source }
  /** A suggested next message, which clients offer as a button. One that ends in “…” is to be completed first. */
  | { readonly kind: 'suggestion'; readonly text: string }
  /** A question to the builder. The options that follow it are possible answers, which clients offer as buttons. */
  | { readonly kind: 'question'; readonly text: string }
  | { readonly kind: 'option'; readonly text: string }
  /** A possible answer as an option, of which several may be chosen together. */
  | { readonly kind: 'choice'; readonly text: string }
  | { readonly kind: 'action'; readonly action: Action };

export type TurnStatus = 'queued' | 'streaming' | 'applying' | 'waiting' | 'ready' | 'truncated' | 'stopped' | 'failed';

/** What a message is for: to change the app, or to discuss a change first. */
export type ChatMode = 'build' | 'plan';

export interface SendMessage {
  readonly appId: string;
  readonly content: string;
  readonly clientId: string;
  readonly versionId?: string;
  readonly currentPath?: string;
  readonly model?: string;
  /** `plan`: the assistant answers without changing anything. Default `build`. */
  readonly mode?: ChatMode;
  /** Id of a message of the builder: the app returns to the version before it, and it and all later messages are hidden. */
  readonly replaces?: string;
  /** An element that the builder points at, by its place in a version; refused with a `Conflict` when its file has changed since. */
  readonly selection?: { readonly versionId: string; readonly path: string; readonly line: number; readonly column: number };
  /** Ids of uploaded files of the app, at most 10. With one, `content` may be empty. */
  readonly attachmentIds?: readonly string[];
}

export interface ChatApi {
  /** Resolves with the turn's id. Idempotent by `clientId`. */
  send(actor: Actor, message: SendMessage): Promise<string>;
  stop(actor: Actor, turnId: string): Promise<void>;
}

export const chatRef = serviceRef<ChatApi>('chat');

declare module '@sayso/core' {
  interface EventMap {
    /** A turn has new events, up to and including `seq`. */
    'chat.turnAdvanced': { appId: string; turnId: string; seq: number };
  }
}
