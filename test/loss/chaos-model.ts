import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The page before the first request; each answer appends to its list. */
export const FIRST_PAGE = 'export default function Home() {\n  return <p>Parts:/* end */</p>;\n}\n';

/** The request of a turn. */
export const requestOf = (turn: number): string => `Add part ${turn}.`;

/** A file of its own, and an edit of the page that a repetition would double and a loss would leave out. */
const answerOf = (turn: number): string => `I add part ${turn}.
<action type="add_file" file="components/Part${turn}" title="Add part ${turn}">
export default function Part${turn}() {
  return <p>Part ${turn}</p>;
}
</action>
<action type="edit_file" file="pages/Home" title="List part ${turn}">
<<<<<<< SEARCH
/* end */
=======
 ${turn}/* end */
>>>>>>> REPLACE
</action>
Part ${turn} is there.`;

/** A model whose answer depends on the last request alone, streamed in small pieces. */
export async function startChaosModel(everyMs: number) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { messages?: { role: string }[] };
    const last = JSON.stringify(messages.filter(({ role }) => role === 'user').at(-1));
    const turn = Number([...last.matchAll(/Add part (\d+)\./g)].at(-1)?.[1]);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish_reason: string | null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      );
    for (const content of answerOf(turn).match(/[\s\S]{1,40}/g) ?? []) {
      if (everyMs > 0) await pause(everyMs);
      if (response.destroyed) return;
      send({ role: 'assistant', content }, null);
    }
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
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
