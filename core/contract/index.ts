export * from './actor.ts';
export type * from './blobs.ts';
export * from './errors.ts';
export * from './id.ts';
export * from './json.ts';
export * from './plugin.ts';
export type * from './store.ts';
export * from './text.ts';
export type * from './work.ts';
