// `node core/main.ts` does the same, but starts more slowly.
import { load } from './load.mjs';

await load('main');
