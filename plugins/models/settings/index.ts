export type { ConnectionInput } from './input.ts';
export { type Connection, ConnectionSettings, type ConnectionView } from './settings.ts';
export { type ConnectionTest, type ModelListing, Trial } from './trial.ts';
