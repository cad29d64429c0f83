import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** Pieces of the answer, and the pause before each. */
export interface Speech {
  readonly pieces: readonly (() => string)[];
  readonly everyMs: number;
}

/** The text of the last message of a request to a model. */
type Ask = string;

/**
 * A model server with a fixed pace, whose answers may depend on the request; `pieces` are generated when they are sent, so that they can
 * contain the time of sending.
 */
export async function startPacedModel(
  speech: Speech | ((ask: Ask) => Speech),
): Promise<{ readonly url: string; readonly [Symbol.asyncDispose]: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (typeof speech === 'object') request.resume().once('end', () => void speak(response, speech));
    else
      void json(request).then((body) => speak(response, speech((body as { messages: { content: Ask }[] }).messages.at(-1)?.content ?? '')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function speak(response: ServerResponse, { pieces, everyMs }: Speech): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null): void => {
    const chunk = {
      id: 'c',
      object: 'chat.completion.chunk',
      created: 0,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  for (const piece of pieces) {
    if (everyMs > 0) await pause(everyMs);
    if (response.destroyed) return;
    send({ role: 'assistant', content: piece() }, null);
  }
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}
