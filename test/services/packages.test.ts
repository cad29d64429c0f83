import { startRegistry } from '@sayso/packages/testing';
import { afterAll, expect, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { type Client, clientOf, signUp } from '../loss/client.ts';
import { startProduct } from '../product.ts';

const { MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY } = process.env;
if (!MONGODB_URI || !MINIO_ENDPOINT || !MINIO_ACCESS_KEY || !MINIO_SECRET_KEY) {
  throw new Error('Set MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY and MINIO_SECRET_KEY to run the services tests.');
}
const database = `sayso_packages_${newId()}`;
afterAll(() => dropDatabase(MONGODB_URI, database));

const PREVIEW = 'mutation ($id: ID!) { startPreview(appId: $id) { build { manifest problems { message } } } }';
const HOME = "import { greet } from 'greet';\nexport default function Home() {\n  return <p>{greet()}</p>;\n}\n";

async function preview(client: Client, id: string) {
  const { manifest, problems } = (await client.graphql(PREVIEW, { id })).startPreview.build;
  const modules = Object.entries<string>(manifest.modules ?? {});
  return { problems, address: modules.find(([key]) => key.startsWith('$package/greet/'))?.[1] ?? '' };
}

it('a package that is allowed on one node is imported by apps of another one, from the shared blobs', { timeout: 90_000 }, async () => {
  await using registry = await startRegistry();
  await registry.add('greet', { files: { 'index.js': "exports.greet = () => 'hello from the package';", LICENSE: 'Greet all.' } });
  const address = new URL(MONGODB_URI);
  address.pathname = `/${database}`;
  const servers = { MONGODB_URI: address.href, MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY };
  const env = { ...servers, MINIO_BUCKET: database.replaceAll('_', '-'), SECRET: newId(), NPM_REGISTRY: registry.url };
  await using a = await startProduct(env);
  await using b = await startProduct(env);
  const onA = await signUp(a);
  const onB = clientOf(b, onA.token);
  const made = await onB.call('POST', '/api/apps', { appType: 'generated', genApp: { name: 'Hello', pages: { Home: HOME } } });
  const { id } = (await made.json()) as { id: string };
  expect((await preview(onB, id)).problems).toMatchObject([{ message: expect.stringContaining('"greet"') }]);

  await onA.graphql('mutation { allowPackage(name: "greet", version: "1.0.0") { id } }');
  const status = async () => (await onB.graphql('{ allowedPackages { status } }')).allowedPackages[0].status;
  await expect.poll(status).toBe('ready');
  await expect.poll(async () => (await preview(onB, id)).problems).toEqual([]);
  const module = await fetch((await preview(onB, id)).address);
  expect(await module.text()).toContain('hello from the package');
  const licences = async () => (await fetch(`${b.runtimeUrl}/lib/licenses.txt`)).text();
  expect(await licences()).toContain('greet 1.0.0 (MIT)\n\nGreet all.');

  await onA.graphql('mutation { removePackage(name: "greet") }');
  await expect.poll(licences).not.toContain('Greet all.');
  expect((await preview(onB, id)).problems).toMatchObject([{ message: expect.stringContaining('"greet"') }]);
});
