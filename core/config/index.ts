export { type Config, ConfigFailure, type Configured, keysOf, readConfig } from './config.ts';
export { envFile, processEnvironment } from './environment.ts';
export type { CoreConfig, Role } from './keys.ts';
export { installationSecret, keyDerivation } from './secret.ts';
