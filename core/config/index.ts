export { type Config, ConfigFailure, pluginSettings, readConfig, settingsOf } from './config.ts';
export { envFile, processEnvironment } from './environment.ts';
export type { CoreConfig } from './keys.ts';
export { adoptNextSecret, installationSecret, keyDerivation, nextSecret } from './secret.ts';
