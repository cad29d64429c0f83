import { DomainError } from '@sayso/core';

/** The endpoint said 429 and kept saying it. */
export class ModelRateLimited extends DomainError {
  readonly code = 'model-rate-limited';
  readonly status = 429;
  constructor(detail: string | null = null) {
    super(sentence('The language model is answering too many requests at the moment. Try again in a minute', detail));
  }
}

/** The endpoint is down, cannot be reached, or sent something that is no answer. */
export class ModelUnavailable extends DomainError {
  readonly code = 'model-unavailable';
  readonly status = 502;
  constructor(detail: string | null = null, options?: ErrorOptions) {
    super(sentence('The language model cannot be reached at the moment', detail));
    if (options?.cause !== undefined) this.cause = options.cause;
  }
}

/** No first word, or a pause in the middle, for longer than is allowed. */
export class ModelTimeout extends DomainError {
  readonly code = 'model-timeout';
  readonly status = 504;
  constructor(phase: 'first token' | 'idle', milliseconds: number) {
    const seconds = Math.round(milliseconds / 100) / 10;
    super(
      phase === 'first token'
        ? `The language model did not begin to answer within ${seconds} s.`
        : `The language model stopped in mid-answer for more than ${seconds} s.`,
    );
  }
}

/** The endpoint rejects the request itself: a bad key, an unknown model, too long a prompt. */
export class ModelRefused extends DomainError {
  readonly code = 'model-refused';
  readonly status = 400;
  constructor(detail: string | null = null) {
    super(sentence('The language model refused the request; check OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL', detail));
  }
}

function sentence(text: string, detail: string | null): string {
  const quoted = detail?.trim().replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 300);
  return quoted ? `${text}: ${quoted}.` : `${text}.`;
}
