import '@fontsource-variable/inter/wght.css';
import './defaults.css';
import './mantine.css';
import './base.css';
import { StrictMode } from 'react';
import { initialLanguage, loadLanguage } from '../i18n/language.ts';

/** Yields to the event loop, so that no task of the start blocks the main thread for long. */
const nextTask = () => new Promise<void>((resolve) => window.setTimeout(resolve));

/** The builder's pages. */
export async function start(root: HTMLElement): Promise<void> {
  // The large libraries are evaluated as they arrive, each in a task of its own; `public/early.js` preloads their files.
  const [{ createRoot }, { client }] = await Promise.all([
    import('react-dom/client'),
    import('./apollo.ts'),
    loadLanguage(initialLanguage()),
  ]);
  const [{ App }, { AddressBanner }, { createRouter }] = await Promise.all([
    import('./App.tsx'),
    import('./AddressBanner.tsx'),
    import('./router.tsx'),
  ]);
  await nextTask();
  const router = createRouter(client);
  await nextTask();
  createRoot(root).render(
    <StrictMode>
      <App router={router} client={client}>
        <AddressBanner />
      </App>
    </StrictMode>,
  );
}
