import type { ProjectAddress } from './address.ts';

// What an exported project has besides the app's own files and the sources of the libraries.

/** The page; Vite inserts the address of the server from `.env`. */
export function indexHtml(name: string, { appId, slug, builderUrl }: ProjectAddress): string {
  const settings = JSON.stringify({ appId, slug, builderUrl, apiUrl: '%VITE_SAYSO_URL%', entry: '', watermark: false });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
    <script type="application/json" id="sayso-app">${settings.replaceAll('<', '\\u003c')}</script>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/start.js"></script>
  </body>
</html>
`;
}

export const MAIN = `import './globals.css';
import { layout, pages, routes } from './app.js';
import { startApp } from './sayso/browser/published.tsx';

void startApp({ pages, layout, routes });
`;

export const VITE_CONFIG = `import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      '@sayso/sdk': at('./src/sayso/sdk/index.ts'),
      '@sayso/user': at('./src/sayso/sdk/user.ts'),
      '@sayso/base44': at('./src/sayso/sdk/base44/index.ts'),
      '@base44/sdk': at('./src/api/sdk.js'),
      '@supabase/supabase-js': at('./src/sayso/sdk/elsewhere/supabase.ts'),
      '@': at('./src'),
    },
  },
});
`;

export function readme(name: string, { builderUrl }: ProjectAddress): string {
  return `# ${name.replace(/\s+/g, ' ')}

Made with Sayso at ${builderUrl}. The rows stay there: this project is the app's pages and components, and calls that server.

    npm install
    npm run dev      # develops on this machine
    npm run build    # writes the finished pages to dist

\`src/pages\`, \`src/components\`, \`src/services\`, \`src/layout.tsx\` and \`src/globals.css\` are the app's own files. \`src/entities\` has its
tables as JSON schemas, and what the pages import for them. \`src/sayso\` has the components, the blocks and the client of the server, under
the MIT licence.

- \`.env\` has the address of the server. The permissions of the tables are checked there, as for the published app.
- People log in on the server, and it sends them back to the address of the published app only. Set the address at which you host \`dist\` as the
  app's own domain in its settings.
- Serve \`index.html\` for all paths without a file: the pages have addresses of their own.
`;
}
