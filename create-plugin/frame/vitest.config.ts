import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Node's conditions, without "development": otherwise the plugin and @sayso/core would load different copies of graphql.
  ssr: { resolve: { conditions: ['node', 'module-sync'] } },
  test: { include: ['src/**/*.test.ts'], testTimeout: 20_000 },
});
