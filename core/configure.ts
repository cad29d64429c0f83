import { type Config, ConfigFailure, envFile, pluginSettings, processEnvironment, readConfig } from './config/index.ts';
import { type AnyPlugin, BootFailure, checkPlugins } from './kernel/index.ts';
import { listedPlugins, PluginFolder, tryPlugins } from './plugins/index.ts';

/** Loads the plugins and parses the settings. Throws `BootFailure` or `ConfigFailure` with every problem. */
export async function configure(): Promise<{ plugins: AnyPlugin[]; config: Config }> {
  const env = processEnvironment();
  const file = envFile('.env');
  const { DATA_DIR, PLUGINS } = pluginSettings(env, file);
  const { plugins, problems } = await tryPlugins(listedPlugins(), PLUGINS, PluginFolder.of(DATA_DIR));
  const all = [...problems, ...checkPlugins(plugins).problems];
  try {
    const config = readConfig(env, plugins, file);
    if (all.length === 0) return { plugins, config };
  } catch (error) {
    if (!(error instanceof ConfigFailure) || all.length === 0) throw error;
    throw new BootFailure([...all, ...error.problems.map((problem) => ({ plugin: null, problem, remedy: '' }))]);
  }
  throw new BootFailure(all);
}
