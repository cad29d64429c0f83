// Plain JavaScript: importing a TypeScript file first would load Node's type stripper before the compile cache is on. `node core/main.ts`
// does the same, but starts more slowly.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import './heap.mjs';

// Keeps compiled code for the next start. On a read-only file system Node compiles without the cache.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compiled'));
await import('./main.ts');
