// In plain JavaScript, since a single file whose types are still to be stripped loads what strips them. `node core/main.ts` does the
// same, later.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What Node made of the sources is kept for the next start. Where nothing can be written, it is made anew.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compiled'));
await import('./main.ts');
