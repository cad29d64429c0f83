// Contract tests of the job queue on every store, run on SQLite in `jobs.test.ts` and on MongoDB in the services tests.
import { describe } from 'vitest';
import type { Store } from '../ports/store.ts';
import { describeClaims } from './claims.suite.ts';
import { openCluster } from './cluster.suite.ts';
import { describeLeases } from './leases.suite.ts';
import { describeOutcomes } from './outcomes.suite.ts';
import { describeSchedules } from './schedules.suite.ts';
import { describeTenants } from './tenants.suite.ts';

/** `open` returns an exclusive store; the suite closes it. */
export function describeJobs(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    const cluster = openCluster(open);
    describeClaims(cluster);
    describeOutcomes(cluster);
    describeLeases(cluster);
    describeSchedules(cluster);
    describeTenants(cluster);
  });
}
