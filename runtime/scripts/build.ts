// Builds the libraries that generated apps import, when something they are made of has changed. Run by `npm start` and `npm test`.
import { ensureLibraries } from './libraries.ts';

await ensureLibraries();
