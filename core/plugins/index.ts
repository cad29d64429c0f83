export { PluginFolder } from './folder.ts';
export { listedPlugins } from './host-packages.ts';
export { loadPlugins, tryPlugins } from './load.ts';
