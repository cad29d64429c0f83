import '@fontsource-variable/inter/wght.css';
import './app/defaults.css';
import './app/mantine.css';
import './app/base.css';
import { StrictMode } from 'react';
import { initialLanguage, loadLanguage } from './i18n/language.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element.');

/** Yields to the event loop, so that no task of the start blocks the main thread for long. */
const nextTask = () => new Promise<void>((resolve) => window.setTimeout(resolve));

// The large libraries are evaluated as they arrive, each in a task of its own; the HTML preloads their files.
const [{ createRoot }, { client }] = await Promise.all([
  import('react-dom/client'),
  import('./app/apollo.ts'),
  loadLanguage(initialLanguage()),
]);
const [{ App }, { createRouter }] = await Promise.all([import('./app/App.tsx'), import('./app/router.tsx')]);
await nextTask();
const router = createRouter(client);
await nextTask();
createRoot(root).render(
  <StrictMode>
    <App router={router} client={client} />
  </StrictMode>,
);
