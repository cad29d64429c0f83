#!/usr/bin/env node
// `npm create sayso-integration my-service`: creates a folder with a small, complete integration package and its recorded answers.
import { parseArgs } from 'node:util';
import { createIntegration, Refused } from './scaffold.ts';

const USAGE = 'Say what the package is called: npm create sayso-integration my-service';

try {
  const { values, positionals } = parseArgs({ options: { tool: { type: 'string' } }, allowPositionals: true });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) throw new Refused(USAGE);
  createIntegration({ name, directory: process.cwd(), ...(values.tool === undefined ? {} : { tool: values.tool }) });
  process.stdout.write(`Made ${name}. Next:

  cd ${name}
  npm install
  npm test

Then copy the folder into DATA_DIR/integrations of a Sayso installation: builders find it under Integrations.
`);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!(error instanceof Refused) && !code?.startsWith('ERR_PARSE_ARGS')) throw error;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
