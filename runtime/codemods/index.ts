export { applyChanges } from './apply.ts';
export type { AppChange, ChangeResult, Files } from './changes.ts';
export { sampleRows } from './samples.ts';
