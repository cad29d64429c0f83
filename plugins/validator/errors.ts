import { InvalidInput } from '@sayso/core';

/** The message made another version. */
export class MessageMismatch extends InvalidInput {
  override readonly code = 'message-mismatch';
  constructor(messageId: string) {
    super(`The message "${messageId.slice(0, 100)}" did not make this version. Name the message that made it, or none.`, [
      { path: 'messageId', message: 'belongs to another version' },
    ]);
  }
}
