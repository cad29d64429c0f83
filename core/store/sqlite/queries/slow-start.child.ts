import { answerQueries } from './child.ts';

/** Longer than the deadlines of the queries that the tests send to it. */
const START_MS = 1500;
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, START_MS);

/** Answers each query with its own value. */
answerQueries((input: { readonly value?: unknown }) => ({ value: input.value, pid: process.pid }));
