import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { InvalidInput, MAX_JSON_LEVELS } from '../contract/index.ts';

const MAX_DROPPED_BYTES = 100_000_000;
/** Of one object: far more than any call takes. */
const MAX_FIELDS = 5000;

/** JSON is what calls are made of. Forms are added by those who take them; text would only be JSON under a wrong name. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name the type of each body, also of those they leave out.
    if (body.trim() === '') done(null, undefined);
    else {
      const problem = shapeProblem(body);
      if (problem === null) void parse(request, body, done);
      else done(new InvalidInput(problem));
    }
  });
}

/**
 * What is wrong with the shape of a JSON text, or null. Checked here once for all, and before it is parsed: brackets without an end
 * overflow the stack of validators and of whatever writes the value down again, and each step that copies an object of 100,000 fields
 * holds up the request thread.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a scanner, one branch for each sign; it runs once for each character
function shapeProblem(json: string): string | null {
  /** How many fields each open object has so far; a list has none. */
  const open: number[] = [];
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) at += code === BACKSLASH ? 1 : 0;
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
const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Reads and drops the rest of a body: many clients read no answer before they have sent all of it. */
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
