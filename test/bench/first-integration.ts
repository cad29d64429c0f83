import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { offeredDigest } from '../integration-offer.ts';
import { openAuthor } from '../outside/author.ts';
import { type Builder, openBuilder } from './builder.ts';
import { atMost, type Result, time } from './measure.ts';

const INSTALL =
  'mutation ($id: ID!, $package: String!, $digest: String!) { installIntegration(appId: $id, package: $package, digest: $digest) { id } }';
const PREVIEW = 'mutation ($id: ID!) { startPreview(appId: $id) { token } }';

/** Installs a package into a new app, and calls an endpoint with the token of its preview. */
export async function callFromPreview(
  { createApp, graphql, product }: Builder,
  { packageName, endpoint, input }: { readonly packageName: string; readonly endpoint: string; readonly input: object },
): Promise<unknown> {
  const id = await createApp({
    'pages/Home': `import { ${endpoint} } from '@/integrations/${packageName}';\nexport default () => <button onClick={() => ${endpoint}({})}>Go</button>;`,
  });
  await graphql(INSTALL, { id, package: packageName, digest: await offeredDigest(graphql, id, packageName) });
  const { startPreview } = await graphql(PREVIEW, { id });
  const response = await fetch(`${product.runtimeUrl}/integrations/installable/${packageName}/main/integration-endpoints/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${startPreview.token}` },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${endpoint} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** From `npm create sayso-integration` to the first answer in a preview, with the commands that an author types. */
export default async function measure(): Promise<Result[]> {
  const configured = Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name));
  await using author = await openAuthor({ ...Object.fromEntries(configured), npm_config_prefer_offline: 'true' });
  // Packs the tool, and fills npm's cache, as an earlier installation on this machine would.
  await author.must('npm', ['install'], await author.createIntegration('first-service'));
  const steps: Record<string, number> = {};
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    steps[name] = await time(work);
  };
  const folder = join(author.folder, 'my-service');
  await step('create', () => author.createIntegration('my-service'));
  await step('install', () => author.must('npm', ['install'], folder));
  await step('test', () => author.must('npm', ['test'], folder));
  await step('offer', () => cp(folder, join(author.dataDir, 'integrations', 'my-service'), { recursive: true }));
  await step('start and call', async () => {
    await using builder = await openBuilder({ DATA_DIR: author.dataDir });
    const answer = await callFromPreview(builder, { packageName: 'my-service', endpoint: 'greet', input: { name: 'Bo' } });
    if (JSON.stringify(answer) !== '{"text":"Hello Bo!"}') throw new Error(`The call answered ${JSON.stringify(answer)}.`);
  });
  const parts = Object.entries(steps).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)}`);
  const total = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  return [atMost(60, { name: `first call of a new integration (${parts.join(', ')})`, ours: total / 1000, unit: 's' })];
}
