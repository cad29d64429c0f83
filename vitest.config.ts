import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepFilesInMemory } from './scripts/scratch.ts';

keepFilesInMemory();
// As in the product: child processes of the tests load compiled code.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'compiled');

const ignored = ['**/node_modules/**', '**/dist/**', 'data/**'];

const unit = {
  exclude: ignored,
  setupFiles: ['test/temporary-folder.ts', 'test/property-seed.ts'],
  // Against tests that never end: a busy machine may take four times as long as an idle one.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
const journeys = {
  exclude: ignored,
  setupFiles: ['test/journeys/show-failure.ts'],
  // The first visit of a page compiles, loads and draws it beside the other test files.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
};
/** Tests that run once for each kind of process that serves published apps (`test/apps-served-by.ts`). */
const appCalls = ['test/wire/{base44-functions,security-app-calls,security-routes,security-rows,security-rule-matrix}.test.ts'];
const appJourneys = ['test/journeys/{functions,integrations,npm-packages,publish}.test.ts'];

/**
 * Four kinds of tests: `unit` needs nothing; `components` renders the builder's screens in a DOM; `journeys` drives a real browser; `services`
 * needs MONGODB_URI and MINIO_ENDPOINT. Projects named `…-member` and `…-node` repeat some with another process for published apps.
 */
export default defineConfig({
  // As Node resolves them, without "development": else sources under test and packages would each get another copy of graphql.
  ssr: { resolve: { conditions: ['node', 'module-sync'] } },
  test: {
    // More workers than cores: journeys wait for pages much of their time. Each test file has its own servers on free ports.
    maxWorkers: availableParallelism() + 1,
    // How long a busy machine may take: a test that waits ends as soon as it sees what it waits for.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{core,plugins,runtime,scripts}/**/*.test.{ts,tsx}',
            'web/**/*.test.ts',
            'test/{wire,loss,eval,outside,releases}/**/*.test.{ts,tsx}',
          ],
          ...unit,
        },
      },
      ...['member', 'node'].map((appsServedBy) => ({
        extends: true as const,
        test: { name: `unit-${appsServedBy}`, include: appCalls, env: { APPS_SERVED_BY: appsServedBy }, ...unit },
      })),
      {
        extends: true,
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          exclude: ignored,
          environment: 'happy-dom',
          // CodeMirror needs a layout; journeys show it.
          alias: [{ find: /^.*\/ui\/CodeView\.tsx$/, replacement: join(import.meta.dirname, 'web/src/testing/CodeField.tsx') }],
          setupFiles: ['web/src/testing/setup.ts'],
          provide: { schema: readFileSync(join(import.meta.dirname, 'schema.graphql'), 'utf8') },
          // Loading the libraries takes longer than most tests: once for each worker, not for each file.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'journeys', include: ['test/journeys/**/*.test.ts'], ...journeys } },
      // Nodes share a MongoDB: `journeys-node` runs with the services.
      ...['member', 'node'].map((appsServedBy) => ({
        extends: true as const,
        test: { name: `journeys-${appsServedBy}`, include: appJourneys, env: { APPS_SERVED_BY: appsServedBy }, ...journeys },
      })),
      {
        extends: true,
        test: {
          name: 'services',
          include: ['test/services/**/*.test.ts'],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
