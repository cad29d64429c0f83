import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { InvalidInput, MAX_JSON_LEVELS, nestsDeeper } from '../contract/index.ts';

const MAX_DROPPED_BYTES = 100_000_000;

/** JSON is what calls are made of. Forms are added by those who take them; text would only be JSON under a wrong name. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name the type of each body, also of those they leave out.
    if (body.trim() === '') done(null, undefined);
    else
      void parse(request, body, (error, value) => {
        // Checked here once for all: validators and whatever writes the value down again would overflow the stack.
        if (error === null && nestsDeeper(value)) done(new InvalidInput(`The body nests more than ${MAX_JSON_LEVELS} levels deep.`));
        else done(error, value);
      });
  });
}

/** Reads and drops what a client is still sending: it would not hear an answer that comes before it is done. */
export async function dropRest(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  let left = MAX_DROPPED_BYTES;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) return;
    }
  } catch {
    // It went away, so nobody waits for the answer either.
  }
}
