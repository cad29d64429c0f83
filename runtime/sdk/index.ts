export { User } from './auth.ts';
export { connection } from './connection.ts';
export { createEntity } from './entity.ts';
export { createIntegration } from './integration.ts';
