import { Conflict, InvalidInput } from '@sayso/core';

/** The app has a turn under way. */
export class ChatBusy extends Conflict {
  override readonly code = 'chat-busy';
  constructor(what = 'sending another message') {
    super(`Please wait for chat to finish before ${what}.`);
  }
}

/** The builder looks at another version than the current one. */
export class OlderVersion extends Conflict {
  override readonly code = 'older-version';
  constructor() {
    super("You're viewing an older version. Switch to latest version before you send a message.");
  }
}

/** The turn is not at the point that the call is for. */
export class TurnMovedOn extends Conflict {
  override readonly code = 'turn-moved-on';
  constructor(what: string) {
    super(`This message can no longer be ${what}. Load the chat again to see where it is.`);
  }
}

/** A message with nothing in it, or with too much. */
export class MessageInvalid extends InvalidInput {
  override readonly code = 'message-invalid';
}

/** A restore that does not say up to which message. */
export class MessageIdMissing extends InvalidInput {
  override readonly code = 'message-id-missing';
  constructor() {
    super('Restoring needs a message id.', [{ path: 'messageId', message: 'is missing' }]);
  }
}

/** Why a turn made no version: kept in the turn, read by the builder. Thrown while it is worked on only. */
export class TurnFailed extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A whole answer without a word of it for the builder. */
export class AnswerEmpty extends TurnFailed {
  constructor({ hasThought, isCut }: { readonly hasThought: boolean; readonly isCut: boolean }) {
    const thought = isCut ? 'used up its whole answer by thinking' : 'thought about it, but wrote no answer';
    const what = hasThought ? thought : 'answered with nothing';
    super('answer-empty', `The language model ${what}. Your app did not change. Try again, or ask in other words.`);
  }
}

/** Applying a turn failed unexpectedly; the job's next attempt continues it. */
export class ApplyInterrupted extends Error {
  constructor(cause: unknown) {
    super('The turn could not be applied; the next attempt continues it.', { cause });
  }
}

/** Another run has taken the turn over, or it was settled meanwhile. */
export class TurnLost extends Error {
  constructor() {
    super('Another run went on with the turn, or settled it.');
  }
}
