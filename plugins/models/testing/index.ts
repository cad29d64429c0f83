export * from './model-server.ts';
export { habitTracker } from './recorded.ts';
