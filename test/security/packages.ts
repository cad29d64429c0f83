import { offeredDigest } from '../integration-offer.ts';
import type { Data, World } from './world.ts';

type Installing = Pick<World, 'graphql'>;

const DOCUMENT = JSON.stringify({ openapi: '3.1.0', paths: { '/things': { get: { operationId: 'list' } } } });

/** An integration package in an app of the owner; returns the id of the instance, the same when the app has it already. */
export async function installPackage({ graphql }: Installing, appId: string, packageName: string, more: object = {}): Promise<string> {
  const installed = '{ installed { id package { name } } }';
  const install = `mutation ($appId: ID!, $name: String!, $digest: String!, $settings: JSON, $secrets: JSON) {
    installIntegration(appId: $appId, package: $name, digest: $digest, settings: $settings, secrets: $secrets) { id } }`;
  const ofOwner = async (query: string, variables: object): Promise<Data> => (await graphql('owner', query, variables)).data;
  const digest = await offeredDigest(ofOwner, appId, packageName);
  await graphql('owner', install, { appId, name: packageName, digest, ...more });
  const { data } = await graphql('owner', `query ($appId: ID!) { integrationPackages(appId: $appId) ${installed} }`, { appId });
  const found: Data = data.integrationPackages.installed.find((one: Data) => one.package.name === packageName);
  return found.id;
}

/** One that needs no server for a call. */
export function installService(world: World): Promise<string> {
  return installPackage(world, world.app.id, 'http-service', { settings: { server: 'https://service.example', document: DOCUMENT } });
}

/** One that takes signed events. */
export function installStripe(world: World): Promise<string> {
  return installPackage(world, world.app.id, 'stripe', { secrets: { secretKey: 'sk_test_1', signingSecret: 'whsec_1' } });
}
