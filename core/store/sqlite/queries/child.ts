import type { Message, Query } from './wire.ts';

/**
 * Answers the queries of the parent process with `run`, one at a time, until the parent disconnects. A thrown error is sent as its name and
 * message; the process goes on.
 */
export function answerQueries<Input, Output>(run: (input: Input) => Output | Promise<Output>): void {
  const send = (message: Message<Output>): void => void process.send?.(message);
  process.on('message', async ({ id, input }: Query<Input>) => {
    try {
      send({ id, output: await run(input) });
    } catch (error) {
      send({ id, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    }
  });
  process.on('disconnect', () => process.exit(0));
  send('ready');
}
