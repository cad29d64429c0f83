import { DomainError } from '@sayso/core';

/**
 * Failures of a language model. `message` is for builders: what happened and who can fix it, without addresses, keys or the endpoint's
 * response. `detail` holds those, without the key, for admins.
 */
export abstract class ModelError extends DomainError {
  override readonly detail: string | null;
  /** A retry may succeed. */
  readonly isTransient: boolean = false;
  constructor(message: string, detail: string | null = null, options?: ErrorOptions) {
    super(message);
    this.detail = detail?.trim().replace(/\s+/g, ' ').slice(0, 300) || null;
    if (options?.cause !== undefined) this.cause = options.cause;
  }
}

const ADMIN = 'An admin of this installation can';

/** The endpoint answered 429 to every attempt. */
export class ModelRateLimited extends ModelError {
  readonly code = 'model-rate-limited';
  readonly status = 429;
  override readonly isTransient = true;
  constructor(detail?: string | null) {
    super('The language model is getting too many requests at the moment. Try again in a minute.', detail);
  }
}

/** The credit or the quota is used up: a short wait does not help. */
export class ModelQuotaExhausted extends ModelError {
  readonly code = 'model-quota-exhausted';
  readonly status = 402;
  constructor(detail?: string | null) {
    super(`The credit for the language model is used up. ${ADMIN} add credit, or choose another model in the settings.`, detail);
  }
}

/** The prompt does not fit into the model. */
export class ModelContextTooLong extends ModelError {
  readonly code = 'model-context-too-long';
  readonly status = 400;
  constructor(detail?: string | null) {
    super(
      `Your message and your app are too long for this language model. Send a shorter message. ${ADMIN} choose a model that reads more.`,
      detail,
    );
  }
}

/** The endpoint rejects the key, or requires one. */
export class ModelKeyRefused extends ModelError {
  readonly code = 'model-key-refused';
  readonly status = 400;
  constructor(detail?: string | null) {
    super(`The language model does not accept its key. ${ADMIN} enter another one in the settings.`, detail);
  }
}

/** The endpoint does not have the model. */
export class ModelUnknown extends ModelError {
  readonly code = 'model-unknown';
  readonly status = 400;
  constructor(model: string, detail?: string | null) {
    super(`The language model "${model}" does not exist there. ${ADMIN} choose another one in the settings.`, detail);
  }
}

/** No usable endpoint at the address: connection refused, unknown host, unknown path, untrusted certificate. */
export class ModelUnreachable extends ModelError {
  readonly code = 'model-unreachable';
  readonly status = 502;
  override readonly isTransient: boolean;
  constructor(detail: string, { isTransient, ...options }: ErrorOptions & { readonly isTransient: boolean }) {
    super(`The language model cannot be reached. Try again in a moment. ${ADMIN} check its endpoint in the settings.`, detail, options);
    this.isTransient = isTransient;
  }
}

/** The endpoint failed, or sent an invalid response. `detail` says what. */
export class ModelUnavailable extends ModelError {
  readonly code = 'model-unavailable';
  readonly status = 502;
  override readonly isTransient: boolean = true;
  constructor(detail?: string | null, options?: ErrorOptions) {
    super('The language model is not working at the moment. Try again in a minute.', detail, options);
  }
}

/** The response is longer than any valid one: it is read no further, and not requested again. */
export class ModelAnswerTooLarge extends ModelUnavailable {
  override readonly isTransient = false;
  constructor() {
    super('its answer is too large');
  }
}

/** The answer broke off after it had begun. */
export class ModelCutOff extends ModelError {
  readonly code = 'model-cut-off';
  readonly status = 502;
  constructor(detail?: string | null, options?: ErrorOptions) {
    super('The language model broke off in the middle of its answer.', detail, options);
  }
}

/** The answer has no text: it is empty, or holds only reasoning. */
export class ModelAnsweredNothing extends ModelError {
  readonly code = 'model-answered-nothing';
  readonly status = 502;
  constructor(hasThought: boolean, detail?: string | null) {
    const what = hasThought ? 'thought about it, but wrote no answer' : 'answered with nothing';
    super(`The language model ${what}. Try again, or ask in other words.`, detail);
  }
}

/** No first token, or a pause in the stream, within the time-out. */
export class ModelTimeout extends ModelError {
  readonly code = 'model-timeout';
  readonly status = 504;
  readonly phase: 'first token' | 'idle';
  constructor(phase: 'first token' | 'idle', milliseconds: number) {
    const seconds = Math.round(milliseconds / 100) / 10;
    super(
      phase === 'first token'
        ? `The language model did not begin to answer within ${seconds} s.`
        : `The language model stopped in the middle of its answer for more than ${seconds} s.`,
    );
    this.phase = phase;
  }
}

/** The endpoint rejects the request for another reason. */
export class ModelRefused extends ModelError {
  readonly code = 'model-refused';
  readonly status = 400;
  constructor(detail?: string | null) {
    super(`The language model refused the request. ${ADMIN} test the model in the settings.`, detail);
  }
}

/** The connected endpoint makes no pictures, or none is connected. */
export class ModelMakesNoImages extends ModelError {
  readonly code = 'model-makes-no-images';
  readonly status = 409;
  constructor(detail?: string | null) {
    super(
      `No model that makes pictures is connected. ${ADMIN} connect an endpoint with an images call, and name its model by OPENAI_IMAGE_MODEL.`,
      detail,
    );
  }
}

/** The call requires a model, and none is connected. */
export class ModelMissing extends ModelError {
  readonly code = 'model-missing';
  readonly status = 409;
  constructor(hint: string) {
    super(`This takes a language model, and none is connected. ${hint}`);
  }
}
