export { applyChanges } from './apply.ts';
export type { AppChange, ChangeResult, Files } from './changes.ts';
