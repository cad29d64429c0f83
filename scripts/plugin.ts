// `npm run plugin -- add <package | folder | packed file>`, `remove <package>`, `list`: the plugins of this installation.
import { resolve } from 'node:path';
import { envFile, pluginSettings, processEnvironment, settingsOf } from '../core/config/index.ts';
import { createPrivately } from '../core/data-dir.ts';
import { PluginFolder } from '../core/plugins/index.ts';
import { addPlugin, NotInstalled, removePlugin } from '../core/plugins/install.ts';

const USAGE = `Say what to do:
  npm run plugin -- add <package, folder or packed file>
  npm run plugin -- remove <package>
  npm run plugin -- list`;

const env = processEnvironment();
const { DATA_DIR, PLUGINS } = pluginSettings(env, envFile('.env'));
const options = { dataDir: resolve(DATA_DIR), more: PLUGINS };

/** Resolves paths against the user's working directory: npm changes to the folder of package.json. */
function fromHere(spec: string): string {
  return /^([./~]|[a-z]:\\)|\.(tgz|tar\.gz)$/i.test(spec) ? resolve(env['INIT_CWD'] ?? '.', spec) : spec;
}

async function add(spec: string): Promise<string> {
  const { name, version, plugin } = await addPlugin(fromHere(spec), options);
  const settings = settingsOf(plugin.config).map(({ key, meaning }) => `  ${key}  ${meaning}`);
  return [
    `Added ${name} ${version}. It runs from the next start of Sayso on.`,
    ...(settings.length > 0 ? ['Its settings:', ...settings] : []),
  ].join('\n');
}

async function remove(name: string): Promise<string> {
  await removePlugin(name, options);
  return `Removed ${name}. It is gone from the next start of Sayso on; its documents and files stay.`;
}

function list(): string {
  const folder = PluginFolder.of(options.dataDir);
  const lines = folder.plugins.map((name) => {
    const manifest = folder.manifestOf(name);
    return manifest ? [name, manifest.version, manifest.description ?? ''].join('  ').trimEnd() : `${name}  is missing: add it again`;
  });
  return lines.length === 0 ? 'No plugin is installed.' : lines.join('\n');
}

const [command, target] = process.argv.slice(2);
createPrivately();
try {
  if (target?.startsWith('-')) throw new NotInstalled(USAGE);
  if (command === 'add' && target) console.log(await add(target));
  else if (command === 'remove' && target) console.log(await remove(target));
  else if (command === 'list') console.log(list());
  else throw new NotInstalled(USAGE);
} catch (error) {
  if (!(error instanceof NotInstalled)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
// A plugin loaded for the check may keep the process alive.
process.exit();
