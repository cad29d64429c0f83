import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { adds, jobInputs, needs, packagesConfig } from './config.ts';
import { graph } from './graphql.ts';
import { packagesRef } from './ref.ts';
import { FETCH_ATTEMPTS, PackagesService } from './service.ts';

export default definePlugin({
  name: 'packages',
  contract: 1,
  config: packagesConfig,
  needs,
  provides: packagesRef,
  adds,
  collections,
  async start(context) {
    const packages = new PackagesService(context);
    await packages.library.load();
    packages.library.refresh();
    context.add('allowedPackages', packages.offered());
    context.add('appAbilities', { describe: async () => packages.describe() });
    context.add('appPurges', { remove: (appId) => packages.uses.removeApp(appId) });
    return packages;
  },
  ready: (packages) => packages.allowConfigured(),
  on: {
    'packages.changed': (_change, packages) => packages.library.load(),
    'packages.waits': async (wait, packages) => packages.waits.note(wait),
  },
  jobs: {
    fetch: {
      input: jobInputs.fetch,
      startedBy: ['admin', 'plugin'],
      does: 'administer',
      actsAs: 'installation',
      attempts: FETCH_ATTEMPTS,
      leaseMs: 60_000,
      // Downloads of some beside the bundle of one: bundles, which may take half of the memory of a small server, are made one at a time.
      concurrency: 3,
      run: ({ name, requestId }, { service, attempt, signal }) =>
        service.fetch(name, { requestId, isLast: attempt === FETCH_ATTEMPTS, signal }),
    },
  },
  graph,
});
