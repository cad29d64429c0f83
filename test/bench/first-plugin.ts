import { openAuthor } from '../outside/author.ts';
import { openBuilder } from './builder.ts';
import { atMost, type Result, time } from './measure.ts';

/** From `npm create sayso-plugin` to the first responses of its own route and field, with the commands that an author types. */
export default async function measure(): Promise<Result[]> {
  // npm uses the registry and cache configured for the current user.
  const configured = Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name));
  await using author = await openAuthor({ ...Object.fromEntries(configured), npm_config_prefer_offline: 'true' });
  await author.packed('create-sayso-plugin');
  // Fills npm's cache, as an earlier installation on this machine would.
  await author.must('npm', ['install'], await author.create('first-plugin'));
  const steps: Record<string, number> = {};
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    let result: T | undefined;
    steps[name] = await time(async () => {
      result = await work();
    });
    return result as T;
  };
  const folder = await step('create', () => author.create('my-plugin'));
  await step('install', () => author.must('npm', ['install'], folder));
  await step('build', () => author.must('npm', ['run', 'build'], folder));
  await step('add', async () => {
    const { code, output } = await author.plugin('add', folder);
    if (code !== 0) throw new Error(output);
  });
  await step('start and answer', async () => {
    await using builder = await openBuilder({ DATA_DIR: author.dataDir });
    const made = await builder.call('/api/my-plugin', { name: 'Bo' });
    const { myPluginGreetings } = await builder.graphql('{ myPluginGreetings { text } }');
    if (myPluginGreetings[0].text !== made.text) throw new Error(`The field answered ${JSON.stringify(myPluginGreetings)}.`);
  });
  const parts = Object.entries(steps).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)}`);
  const total = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  return [atMost(60, { name: `first answer of a new plugin (${parts.join(', ')})`, ours: total / 1000, unit: 's' })];
}
