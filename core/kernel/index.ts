export type * from './adapters.ts';
export { checkPlugins } from './check.ts';
export { BootFailure, type BootProblem, causesOf, isOfStorage, linesOf, messageOf } from './errors.ts';
export { createKernel, type Kernel } from './kernel.ts';
