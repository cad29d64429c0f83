import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../contract/index.ts';

/** Bodies up to this size are not counted: each needs a connection, which takes as much. */
const COUNTED_FROM = 65_536;
/** Files of forms are written to the disk as they arrive. */
const FORM = /^\s*multipart\//i;

/** The requests that are served hold as much memory as they may. */
export class BodiesBusy extends DomainError {
  readonly code = 'server-busy';
  readonly status = 503;
  constructor() {
    super('The server receives too much at once right now. Please try again in a moment.');
  }
}

/**
 * The memory of the bodies that requests hold, from the bytes that have arrived until the response. Apps share it evenly: one that is alone has
 * all of it, and one with a flood of large bodies leaves the others their share.
 */
export class HeldBodies {
  readonly #mostBytes: number;
  readonly #byApp = new Map<string, number>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Takes memory of an app's share; false when that is used up. */
  take(app: string, bytes: number): boolean {
    const held = (this.#byApp.get(app) ?? 0) + bytes;
    const apps = this.#byApp.size + (this.#byApp.has(app) ? 0 : 1);
    if (held > this.#mostBytes / apps) return false;
    this.#byApp.set(app, held);
    return true;
  }

  release(app: string, bytes: number): void {
    const left = (this.#byApp.get(app) ?? 0) - bytes;
    if (left > 0) this.#byApp.set(app, left);
    else this.#byApp.delete(app);
  }
}

/** Refuses the bodies of requests beyond the memory for them. */
export function boundBodies(app: FastifyInstance, bodies: HeldBodies): void {
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
}
