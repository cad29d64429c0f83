// Plain JavaScript like start.mjs, which imports it before anything else: the compile cache is valid for one set of flags.
import { setFlagsFromString } from 'node:v8';

// V8 lets the heap of a server grow to a multiple of what is in use before it collects all of it.
setFlagsFromString('--heap-growing-percent=30');
