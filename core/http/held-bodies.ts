import { Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../contract/index.ts';

/** Bodies up to this size are not counted: each needs a connection, which takes as much. */
const COUNTED_FROM = 65_536;
/** Files of forms are written to the disk as they arrive. */
const FORM = /^\s*multipart\//i;

/** The requests and answers of an app hold as much memory as they may. */
export class BodiesBusy extends DomainError {
  readonly code = 'server-busy';
  readonly status = 503;
  constructor() {
    super('The server transfers too much at once right now. Please try again in a moment.');
  }
}

/**
 * The memory of the bodies in flight: those of requests from the bytes that have arrived until the answer, those of answers until they are sent.
 * Apps share it evenly: one that is alone has all of it, and one with a flood of large bodies leaves the others their share.
 */
export class HeldBodies {
  readonly #mostBytes: number;
  readonly #byApp = new Map<string, number>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Takes memory of an app's share; false when that is used up. The first body passes in any size, so that none is refused for ever. */
  take(app: string, bytes: number): boolean {
    const before = this.#byApp.get(app) ?? 0;
    const apps = this.#byApp.size + (before === 0 ? 1 : 0);
    if (before > 0 && before + bytes > this.#mostBytes / apps) return false;
    this.#byApp.set(app, before + bytes);
    return true;
  }

  release(app: string, bytes: number): void {
    const left = (this.#byApp.get(app) ?? 0) - bytes;
    if (left > 0) this.#byApp.set(app, left);
    else this.#byApp.delete(app);
  }
}

export interface BodyLimits {
  readonly bodies: HeldBodies;
  /** After this time without progress, a client that does not read its answer is disconnected. */
  readonly graceMs: number;
}

/** Refuses bodies of requests, and answers, beyond the memory for them. */
export function boundBodies(app: FastifyInstance, { bodies, graceMs }: BodyLimits): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-type': type = '', 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers;
    const isSmall = encoding === undefined && Number(length) <= COUNTED_FROM;
    if (isSmall || FORM.test(type)) return done(null, payload);
    const owner = request.addressedApp ?? '';
    let held = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        if (!bodies.take(owner, chunk.length)) return next(new BodiesBusy());
        held += chunk.length;
        next(null, chunk);
      },
    });
    reply.raw.once('close', () => {
      bodies.release(owner, held);
      counted.destroy();
    });
    payload.once('error', (error) => counted.destroy(error));
    done(null, payload.pipe(counted));
  });
  const answers = new HeldAnswers(bodies);
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const isCounted = (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length > COUNTED_FROM;
    if (!isCounted) return done(null, payload);
    const release = answers.hold(request.addressedApp ?? '', payload);
    if (release === null) return done(new BodiesBusy());
    raw.once('close', release);
    // Injected requests have no connection.
    if (raw.socket instanceof Socket) raw.setTimeout(graceMs, () => raw.destroy());
    done(null, payload);
  });
}

/** Answers in flight. Bytes that several of them share, such as a published module, are in the memory once. */
class HeldAnswers {
  readonly #bodies: HeldBodies;
  readonly #shared = new Map<Uint8Array, { readonly owner: string; answers: number }>();

  constructor(bodies: HeldBodies) {
    this.#bodies = bodies;
  }

  /** Takes the memory of an answer, and returns what releases it; null when the share is used up. */
  hold(owner: string, payload: string | Uint8Array): (() => void) | null {
    const shared = typeof payload === 'string' ? undefined : this.#shared.get(payload);
    if (shared === undefined && !this.#bodies.take(owner, payload.length)) return null;
    const held = shared ?? { owner, answers: 0 };
    held.answers += 1;
    if (typeof payload !== 'string') this.#shared.set(payload, held);
    return () => {
      held.answers -= 1;
      if (held.answers > 0) return;
      if (typeof payload !== 'string') this.#shared.delete(payload);
      this.#bodies.release(held.owner, payload.length);
    };
  }
}
