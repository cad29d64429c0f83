import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { InvalidInput, MAX_JSON_LEVELS } from '../contract/index.ts';

const MAX_DROPPED_BYTES = 100_000_000;
/** Maximum number of fields per object; no route needs more. */
const MAX_FIELDS = 5000;

/** Accepts JSON bodies only. Plugins with forms register their own parsers; a `text/plain` body would only be mislabelled JSON. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients send a content type without a body.
    if (body.trim() === '') done(null, undefined);
    else {
      const problem = shapeProblem(body);
      if (problem === null) void parse(request, body, done);
      else done(new InvalidInput(problem));
    }
  });
}

/**
 * Describes why the shape of a JSON text is refused, or returns null. Runs before parsing: deep nesting overflows the stack of recursive
 * validators and serializers, and every copy of an object with 100,000 fields blocks the event loop.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a scanner, one branch for each sign; it runs once for each of them
function shapeProblem(json: string): string | null {
  /** Stack of open brackets: the number of fields so far, 0 for lists. */
  const open: number[] = [];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (open.length === MAX_JSON_LEVELS) return `The body nests more than ${MAX_JSON_LEVELS} levels deep.`;
      open.push(0);
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) open.pop();
    else if (code === COLON) {
      const last = open.length - 1;
      const fields = (open[last] ?? 0) + 1;
      if (fields > MAX_FIELDS) return `An object in the body has more than ${MAX_FIELDS} fields.`;
      open[last] = fields;
    }
  }
  return null;
}

/** The closing quote of the string that opens at `at`. A search for quotes is faster than a look at each character. */
function endOfString(json: string, at: number): number {
  for (let quote = json.indexOf('"', at + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (json.charCodeAt(before) === BACKSLASH) before--;
    // An even number of backslashes escape one another.
    if ((quote - before) % 2 === 1) return quote;
  }
  return json.length;
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Reads and discards the rest of a body, because many clients read the response only after they have sent all of it. */
export async function dropRest(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  let left = MAX_DROPPED_BYTES;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) return;
    }
  } catch {
    // The client disconnected and expects no answer.
  }
}
