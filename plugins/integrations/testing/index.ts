export { Sandbox } from '../sandbox/sandbox.ts';
