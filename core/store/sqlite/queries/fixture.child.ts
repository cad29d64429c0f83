import { answerQueries } from './child.ts';

/** Queries of the tests: a busy loop, a crash, an error, or their own value with the id of the process. */
answerQueries((input: { readonly act?: 'spin' | 'crash' | 'fail'; readonly value?: unknown }) => {
  if (input.act === 'spin') for (;;);
  if (input.act === 'crash') process.kill(process.pid, 'SIGKILL');
  if (input.act === 'fail') throw new TypeError('no such table');
  return { value: input.value, pid: process.pid };
});
