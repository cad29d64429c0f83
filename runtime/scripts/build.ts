// Builds the libraries that generated apps import, when their inputs have changed. Run by `npm start` and `npm test`.
import { ensureLibraries } from './libraries.ts';

await ensureLibraries();
