export { ask } from '../demo/answer.fixture.ts';
export * from './model-server.ts';
