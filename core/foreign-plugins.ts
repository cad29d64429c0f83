import { envFile, pluginSettings, processEnvironment } from './config/index.ts';
import { listedPlugins, PluginFolder } from './plugins/index.ts';

/** Whether the operator installed plugins, or names any in `PLUGINS`. False when the settings cannot be read: the start reports why. */
export function hasForeignPlugins(): boolean {
  try {
    const { DATA_DIR, PLUGINS } = pluginSettings(processEnvironment(), envFile('.env'));
    const listed = listedPlugins();
    return PLUGINS.some((name) => !listed.includes(name)) || PluginFolder.of(DATA_DIR).plugins.length > 0;
  } catch {
    return false;
  }
}
