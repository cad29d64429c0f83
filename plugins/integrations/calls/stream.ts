import { Readable } from 'node:stream';
import { DomainError } from '@sayso/core';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would hold events back.
  'x-accel-buffering': 'no',
} as const;

/** Whether the client asked for server-sent events instead of JSON. */
export function asksForStream({ headers: { accept } }: FastifyRequest): boolean {
  return accept?.split(',').some((type) => type.trim().startsWith('text/event-stream')) === true;
}

/**
 * The answer of a call as server-sent events: `text` with `{text}` for each part, then `result` with `{result}`, or `error` with
 * `{message, code, status}`. A call that fails before its first part rejects, and is answered as without a stream.
 */
export class TextStream {
  readonly #events = new Readable({ read: () => undefined });
  readonly #begun = Promise.withResolvers<void>();

  readonly onText = (text: string): void => {
    this.#send('text', { text });
    this.#begun.resolve();
  };

  async follow(result: Promise<unknown>, log: FastifyBaseLogger): Promise<Readable> {
    await Promise.race([this.#begun.promise, result]);
    void result.then(
      (value) => this.#end('result', { result: value ?? null }),
      (error: unknown) => {
        if (!(error instanceof DomainError)) log.error({ err: error }, 'A call of an integration failed while its answer was sent');
        this.#end('error', failureOf(error));
      },
    );
    return this.#events;
  }

  #send(event: string, data: object): void {
    if (!this.#events.destroyed) this.#events.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #end(event: string, data: object): void {
    this.#send(event, data);
    if (!this.#events.destroyed) this.#events.push(null);
  }
}

/** Unexpected errors are masked, as in any other answer. */
function failureOf(error: unknown): { readonly message: string; readonly code: string; readonly status: number } {
  if (error instanceof DomainError) return { message: error.message, code: error.code, status: error.status };
  return { message: 'Something went wrong on our side. Please try again later.', code: 'internal', status: 500 };
}
