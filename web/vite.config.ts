import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { layers } from './scripts/layers.ts';
import { preloads } from './scripts/preloads.ts';
import { texts } from './scripts/texts.ts';

/** The builder host that development talks to; the built files are served by that host itself. */
const server = process.env['SAYSO_SERVER'] ?? 'http://localhost:4000';

/** Browsers that know `light-dark()` themselves: its translation for older ones cannot follow Mantine's attribute. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];

export default defineConfig({
  plugins: [
    react(),
    layers(),
    texts(),
    preloads({
      start: 'app/start.tsx',
      languages: { en: 'i18n/en.ts', de: 'i18n/de.ts' },
      screens: [
        { path: '^/build/app/', modules: ['routes/BuilderRoute.tsx', 'PreviewPanel.tsx', 'ChatPanel.tsx', 'ProblemsPanel.tsx'] },
        { path: '^/(home)?$', modules: ['routes/ShellRoute.tsx', 'routes/HomeRoute.tsx'] },
        {
          path: '^/login/?$',
          modules: ['login/start.tsx'],
          languages: { en: 'i18n/login/en.ts', de: 'i18n/login/de.ts' },
        },
      ],
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget,
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'load', test: /vite[\\/]preload-helper|rolldown[\\/]runtime/, priority: 3 },
            // The log-in page loads these alone, without what other screens share.
            {
              name: 'login',
              test: /src[\\/](features[\\/]auth[\\/](login|ProductPicture|LanguageLinks|useGoogleSignIn|googleSignIn|googleRefusal|AuthLayout\.module)|i18n[\\/]\w+\.tsx?$|lib[\\/](auth|redirects|targets|refusals|useTitle|useLanguageChoice|notify|popup)\.|ui[\\/]Logo|app[\\/](base|defaults)\.css)|node_modules[\\/](use-intl|intl-messageformat|@formatjs|@fontsource-variable)[\\/]/,
              minShareCount: 2,
              priority: 4,
            },
            { name: 'login-en', test: /(i18n[\\/]common|features[\\/]auth)[\\/]en\.ts$/, priority: 5 },
            { name: 'login-de', test: /(i18n[\\/]common|features[\\/]auth)[\\/]de\.ts$/, priority: 5 },
            { name: 'server-de', test: /i18n[\\/]server[\\/]de\.ts$/, priority: 5 },
            // Each of these is evaluated in a task of its own (`src/app/start.tsx`).
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'data', test: /node_modules[\\/](@apollo|@wry|graphql|optimism|rxjs|tslib)[\\/]/, priority: 2 },
            // Loaded with the first source text only.
            {
              name: 'code',
              test: /node_modules[\\/](@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)[\\/]|ui[\\/](highlighting|codeThemes)/,
              priority: 2,
            },
            { name: 'mantine', test: /node_modules[\\/](@mantine[\\/](core|hooks)|@floating-ui)[\\/]/, minShareCount: 2, priority: 2 },
            // What several screens share comes as one file: dozens of small ones wait for one another on six connections.
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  // Found late, behind lazy imports: naming them keeps the development server from reloading the page when they are first used.
  optimizeDeps: {
    include: [
      '@codemirror/commands',
      '@codemirror/lang-css',
      '@codemirror/lang-javascript',
      '@codemirror/lang-json',
      '@codemirror/language',
      '@codemirror/search',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      '@mantine/spotlight',
      'react-markdown',
      'remark-gfm',
    ],
  },
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
