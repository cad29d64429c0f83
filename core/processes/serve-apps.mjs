// Entry of a process for published apps; plain JavaScript for the compile cache, like ../start.mjs.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import '../heap.mjs';

enableCompileCache(join(import.meta.dirname, '..', '..', '.cache', 'compiled'));
await import('./serve-apps.ts');
