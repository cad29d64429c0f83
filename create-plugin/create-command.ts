// `npm create sayso-plugin my-plugin`: creates a folder with a small, complete plugin, its test and its build.
import { parseArgs } from 'node:util';
import { createPlugin } from './scaffold.ts';
import { Refused, runCommand } from './template.ts';

const USAGE = 'Say what the plugin is called: npm create sayso-plugin my-plugin';

runCommand(() => {
  const { values, positionals } = parseArgs({ options: { core: { type: 'string' } }, allowPositionals: true });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) throw new Refused(USAGE);
  const folder = createPlugin({ name, directory: process.cwd(), ...(values.core === undefined ? {} : { core: values.core }) });
  return `Made ${folder}. Next:

  cd ${folder}
  npm install
  npm test
  npm run build

Then, in the folder of Sayso: npm run plugin -- add <path of ${folder}>
`;
});
