import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server whose answer proceeds on demand. */
export interface GatedModel extends AsyncDisposable {
  /** For OPENAI_BASE_URL. */
  readonly url: string;
  /** Number of requests. */
  readonly requests: number;
  /** Releases all pieces before this one. */
  upTo(piece: number): void;
}

export async function startGatedModel(pieces: readonly string[]): Promise<GatedModel> {
  const gates = pieces.map(() => Promise.withResolvers<void>());
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().once('end', () => void speak(response));
  });
  async function speak(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null): void => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices })}\n\n`);
    };
    for (const [at, content] of pieces.entries()) {
      await gates[at]?.promise;
      send({ role: 'assistant', content }, null);
    }
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get requests() {
      return requests;
    },
    upTo(piece) {
      for (const gate of gates.slice(0, piece)) gate.resolve();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
