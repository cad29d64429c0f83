// Entry of a process for published apps.
import { load } from '../load.mjs';

await load('processes/serve-apps');
