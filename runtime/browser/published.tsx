import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { resolvePage } from '../pages.ts';
import type { AppPageSettings } from '../protocol.ts';
import { login } from '../sdk/auth.ts';
import { connection } from '../sdk/connection.ts';
import { restoreSession } from '../sdk/session.ts';
import { App } from './app.tsx';
import { type AppDefinition, loadFirst } from './definition.ts';
import { LoginOffer, offerLogin } from './login-offer.tsx';
import { Watermark } from './watermark.tsx';

/** The log-in page redirects here when it is opened without a PKCE challenge: a log-in is valid only in the tab that began it. */
const LOGIN_HASH = '#login';

/** Runs a published app on its own origin. The first page loads before anything is rendered, so nothing flashes. */
export async function startApp(app: AppDefinition): Promise<void> {
  const settings = JSON.parse(document.getElementById('sayso-app')?.textContent ?? '{}') as AppPageSettings;
  const { appId: id, slug, builderUrl, apiUrl = '' } = settings;
  Object.assign(connection, { appId: id, apiUrl, builderUrl });
  if (location.hash === LOGIN_HASH) {
    history.replaceState(history.state, '', location.pathname + location.search);
    login();
    return;
  }
  offerLogin();
  const route = resolvePage({ pages: app.routes, id, slug }, location.pathname);
  // The page itself shows this error.
  // A root may call the server as it loads, so the session is restored before it.
  const session = restoreSession().catch(() => {});
  if (app.root != null) await session;
  await Promise.all([session, loadFirst(app, route?.name ?? null)]);
  createRoot(document.getElementById('root') as HTMLElement).render(
    <BrowserRouter>
      <App app={app} id={id} slug={slug} />
      <LoginOffer />
      {settings.watermark && <Watermark href={builderUrl} />}
    </BrowserRouter>,
  );
}
