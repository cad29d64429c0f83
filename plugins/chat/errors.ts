import { Conflict, DomainError, InvalidInput } from '@sayso/core';

/** The app has a turn in flight. */
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

/** The app has another version than the one on which something is to be brought back. */
export class AppMovedOn extends Conflict {
  override readonly code = 'app-moved-on';
  constructor() {
    super('The app has changed in the meantime. Look at the latest version, then bring it back.');
  }
}

/** The turn is not in a state that the call is for. */
export class TurnMovedOn extends Conflict {
  override readonly code = 'turn-moved-on';
  constructor(what: string) {
    super(`This message can no longer be ${what}. Load the chat again to see where it is.`);
  }
}

/** The account has sent as many messages as it may in a month. */
export class MessageLimitReached extends DomainError {
  readonly code = 'builder-chat-messages-limit-reached';
  readonly status = 402;
  constructor() {
    super('You have reached your builder chat messages limit. Please upgrade your plan to continue.');
  }
}

/** The account, without a paid plan, has sent as many messages as it may in a day. */
export class DailyLimitReached extends DomainError {
  readonly code = 'daily-chat-messages-limit-reached';
  readonly status = 402;
  constructor(limit: number) {
    super(
      `You have reached your daily limit of ${limit} messages. Please try again tomorrow or upgrade to a paid plan to remove daily limit.`,
    );
  }
}

/** An empty or too long message. */
export class MessageInvalid extends InvalidInput {
  override readonly code = 'message-invalid';
}

/** A file that cannot be attached. */
export class AttachmentInvalid extends InvalidInput {
  override readonly code = 'attachment-invalid';
  constructor(name: string, why: string) {
    super(`"${name}" was not attached: ${why}.`);
  }
}

/** Files that a message cannot have. */
export class AttachmentsInvalid extends InvalidInput {
  override readonly code = 'attachments-invalid';
}

/** A file above the limit of `CHAT_ATTACHMENT_MAX_BYTES`. */
export class AttachmentTooLarge extends DomainError {
  readonly code = 'attachment-too-large';
  readonly status = 413;
  constructor() {
    super('File size to large');
  }
}

/** The app has too many files that no message has. */
export class AttachmentsFull extends Conflict {
  override readonly code = 'attachments-full';
  constructor(max: number) {
    super(`At most ${max} files can wait to be sent. Send or remove some first.`);
  }
}

/** The model takes no pictures, and the message has one. */
export class PicturesUnsupported extends Conflict {
  override readonly code = 'pictures-unsupported';
  constructor() {
    super('The language model takes no pictures. Remove them from your message, or ask an admin to choose a model that does.');
  }
}

/** A restore with a message that did not make the version. */
export class MessageOfOtherVersion extends InvalidInput {
  override readonly code = 'message-of-other-version';
  constructor() {
    super('The message belongs to another version. Send the one that made this version, or none.', [
      { path: 'messageId', message: 'belongs to another version' },
    ]);
  }
}

/** Why a turn made no version: stored in the turn, read by the builder. Thrown within a run only. */
export class TurnFailed extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A complete answer without any text for the builder. */
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

/** Another run took over the turn, or it was settled. */
export class TurnLost extends Error {
  constructor() {
    super('Another run went on with the turn, or settled it.');
  }
}
