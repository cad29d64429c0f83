import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Before anything else is loaded: what Node made of the sources is kept for the next start. Where nothing can be written, it is made anew.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compiled'));
await import('./run.ts');
