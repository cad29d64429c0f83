import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The builder host that development talks to; the built files are served by that host itself. */
const server = process.env['SAYSO_SERVER'] ?? 'http://localhost:4000';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, sourcemap: false },
  server: {
    host: 'localhost',
    port: 5173,
    proxy: {
      '/api': { target: server },
      '/graphql': { target: server, ws: true },
      '/app/': { target: server },
    },
  },
});
