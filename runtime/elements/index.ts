export { describeElement } from './describe.ts';
export { editElement } from './edit.ts';
