import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As Node resolves packages, without "development": else the plugin and @sayso/core would each get another copy of graphql.
  ssr: { resolve: { conditions: ['node', 'module-sync'] } },
  test: { include: ['src/**/*.test.ts'], testTimeout: 20_000 },
});
