// `npm create sayso-integration my-service`: creates a folder with a small, complete integration package and its recorded answers.
import { parseArgs } from 'node:util';
import { Refused, runCommand } from 'create-sayso-plugin/template';
import { createIntegration } from './scaffold.ts';

const USAGE = 'Say what the package is called: npm create sayso-integration my-service';

runCommand(() => {
  const { values, positionals } = parseArgs({ options: { tool: { type: 'string' } }, allowPositionals: true });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) throw new Refused(USAGE);
  createIntegration({ name, directory: process.cwd(), ...(values.tool === undefined ? {} : { tool: values.tool }) });
  return `Made ${name}. Next:

  cd ${name}
  npm install
  npm test

Then copy the folder into DATA_DIR/integrations of a Sayso installation: builders find it under Integrations.
`;
});
