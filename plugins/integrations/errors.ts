import { DomainError, InvalidInput, NotFound, TooManyRequests } from '@sayso/core';

/** No endpoint of this name. */
export class UnknownEndpoint extends NotFound {
  override readonly code = 'unknown-endpoint';
  constructor(name: string, known: readonly string[]) {
    super(`The endpoint ${JSON.stringify(name.slice(0, 80))}`);
    this.message = `Core has no endpoint ${JSON.stringify(name.slice(0, 80))}. It has ${known.join(', ')}.`;
  }
}

/** Something else than an object of named parameters. */
export class NamedParametersOnly extends InvalidInput {
  override readonly code = 'named-parameters-only';
  constructor(endpoint: string) {
    super(`${endpoint} takes an object of named parameters.`);
  }
}

/** Parameters that do not fit the endpoint. */
export class InvalidParameters extends InvalidInput {
  override readonly code = 'invalid-parameters';
}

/** A file that cannot be accepted, such as a damaged image. */
export class InvalidFile extends InvalidInput {
  override readonly code = 'invalid-file';
}

/** A file of a kind that is not accepted, or of another kind than its name says. */
export class UnsupportedFile extends DomainError {
  readonly code = 'unsupported-file';
  readonly status = 415;
}

/** A file above the limit of its kind. */
export class FileTooLarge extends DomainError {
  readonly code = 'too-large';
  readonly status = 413;
}

/** An app, a day of it, or a caller has reached a quota of files. */
export class FileQuotaReached extends TooManyRequests {
  override readonly code = 'file-quota-reached';
}

/** The process receives, or resizes, as many files as it may. */
export class UploadsBusy extends DomainError {
  readonly code = 'server-busy';
  readonly status = 503;
  constructor() {
    super('Too many files are being uploaded right now. Please try again in a moment.');
  }
}

/** The range of a request is outside of the file. */
export class RangeNotSatisfiable extends DomainError {
  readonly code = 'range-not-satisfiable';
  readonly status = 416;
  constructor(size: number) {
    super(`The file has ${size} bytes.`);
  }
}

/** An app, or a caller, has called an endpoint as often as it may in a day. */
export class IntegrationQuotaReached extends TooManyRequests {
  override readonly code = 'integration-quota-reached';
}

/** The process runs as many calls of the app as it may. */
export class IntegrationsBusy extends DomainError {
  readonly code = 'server-busy';
  readonly status = 503;
  constructor() {
    super('This app makes too many calls right now. Please try again in a moment.');
  }
}

/** A model that the operator has not opened to apps. */
export class ModelNotOpen extends InvalidInput {
  override readonly code = 'model-not-open';
  constructor(model: string, open: readonly string[]) {
    const names = open.length === 0 ? 'Leave the parameter out.' : `Leave the parameter out, or use ${open.join(', ')}.`;
    super(`The model ${JSON.stringify(model.slice(0, 80))} is not open to apps. ${names}`);
  }
}

/** The call needs a search of the web, and none is configured. */
export class NoWebSearch extends DomainError {
  readonly code = 'no-web-search';
  readonly status = 409;
  constructor() {
    super(
      'This installation has no web search, so InvokeLLM cannot add context from the internet. Call it without add_context_from_internet, or ask an admin to set LLM_SEARCH_MODEL.',
    );
  }
}

/** An address that nothing in the app gives it. Says no more, so that callers cannot enumerate accounts. */
export class RecipientNotAllowed extends DomainError {
  readonly code = 'recipient-not-allowed';
  readonly status = 403;
  constructor() {
    super(
      'SendEmail writes to your own address, to people who use or build this app and have verified theirs, and to columns that its builders chose. It may not write to this one.',
    );
  }
}

/** The model does not take pictures. */
export class ModelTakesNoPictures extends DomainError {
  readonly code = 'model-takes-no-pictures';
  readonly status = 409;
  constructor(model: string) {
    super(`The language model "${model}" does not take pictures. An admin of this installation can choose one that does.`);
  }
}
