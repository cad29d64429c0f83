import { DomainError, NotFound } from '@sayso/core';

/** The delivery is not signed with the secret of the webhook, or too old. Says no more. */
export class SignatureRefused extends DomainError {
  readonly code = 'signature-refused';
  readonly status = 401;
  constructor() {
    super('The signature is not valid.');
  }
}

/** No webhook at this address. */
export class UnknownWebhook extends NotFound {
  override readonly code = 'unknown-webhook';
  constructor() {
    super('The webhook');
  }
}
