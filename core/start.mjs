// Plain JavaScript: importing a TypeScript file first would load Node's type stripper before the compile cache is on. `node core/main.ts`
// does the same, but starts more slowly.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// V8 lets the heap of a server grow to a multiple of what is in use before it collects all of it. Before the compile cache, which is valid
// for one set of flags.
setFlagsFromString('--heap-growing-percent=30');
// Keeps compiled code for the next start. On a read-only file system Node compiles without the cache.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compiled'));
await import('./main.ts');
