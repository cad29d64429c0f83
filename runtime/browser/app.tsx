import { Component, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type RoutablePage, resolvePage } from '../pages.ts';
import { reportError } from '../sdk/errors.ts';
import { type AppDefinition, type LoadedPage, loadedPage, loadedRoot, loadPage, loadRoot } from './definition.ts';
import { Mounted, type OtherPage, OtherPages } from './root.tsx';
import { EmptyScreen, FailedScreen, NoPageScreen } from './screens.tsx';

interface AppProps {
  readonly app: AppDefinition;
  readonly id: string;
  readonly slug?: string;
  /** Called during rendering, so that `location` has the router's URL when the app reads it. */
  readonly onLocation?: (path: string, page: string | null) => void;
}

/**
 * The whole app inside a router. Its state survives a change of `app`. Pages are found by `resolvePage`, so
 * route matching is part of an app's code only when the app uses it.
 */
export function App({ app, id, slug, onLocation }: AppProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const route = resolvePage({ pages: app.routes, id, ...(slug === undefined ? {} : { slug }) }, location.pathname);
  const path = location.pathname + location.search + location.hash;
  onLocation?.(path, route?.name ?? null);
  if (app.root != null) return <RootView app={app} pageAt={(pathname) => resolvePage({ pages: app.routes, id }, pathname)} />;
  if (app.routes.length === 0) return <EmptyScreen />;
  if (route === null) return <NoPageScreen onHome={() => void navigate('/')} />;
  return <PageView app={app} name={route.name} />;
}

interface RootProps {
  readonly app: AppDefinition;
  pageAt(pathname: string): RoutablePage | null;
}

/** An app that brings its own router. A page that the router does not know is found by its name, as in other apps. */
function RootView({ app, pageAt }: RootProps) {
  const [shown, setShown] = useState<{ root: NonNullable<ReturnType<typeof loadedRoot>> } | { error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const ready = loadedRoot(app);
  useEffect(() => {
    if (ready !== undefined && attempt === 0) return;
    let isCurrent = true;
    loadRoot(app).then(
      (root) => isCurrent && setShown({ root }),
      (error: unknown) => {
        reportError({ error, scope: 'app' });
        if (isCurrent) setShown({ error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [app, attempt, ready]);
  if (ready === undefined && shown !== null && 'error' in shown)
    return <FailedScreen message={messageOf(shown.error)} onRetry={() => setAttempt(attempt + 1)} />;
  const root = ready ?? (shown !== null && 'root' in shown ? shown.root : undefined);
  if (root === undefined) return null;
  const otherPage: OtherPage = (pathname) => {
    const page = pageAt(pathname);
    // A page that the app's routes name is drawn where they draw it, with the layouts around it.
    if (page === null || page.address !== undefined) return null;
    // A page may draw the app again, whose router must not lead back to it.
    return (
      <OtherPages.Provider value={null}>
        <PageView app={app} name={page.name} />
      </OtherPages.Provider>
    );
  };
  return (
    <Boundary scope="app" resetKey={[app]}>
      <OtherPages.Provider value={otherPage}>{root.App === null ? <Mounted /> : <root.App />}</OtherPages.Provider>
    </Boundary>
  );
}

/** Renders a page once its modules have loaded; until then the previous page stays. */
function PageView({ app, name }: { app: AppDefinition; name: string }) {
  const [shown, setShown] = useState<{ page: LoadedPage } | { error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const ready = loadedPage(app, name);
  useEffect(() => {
    if (ready !== undefined && attempt === 0) return;
    let isCurrent = true;
    loadPage(app, name).then(
      (page) => isCurrent && setShown({ page }),
      (error: unknown) => {
        reportError({ error, scope: 'page' });
        if (isCurrent) setShown({ error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [app, name, attempt, ready]);
  if (ready === undefined && shown !== null && 'error' in shown)
    return <FailedScreen message={messageOf(shown.error)} onRetry={() => setAttempt(attempt + 1)} />;
  const page = ready ?? (shown !== null && 'page' in shown ? shown.page : undefined);
  return page === undefined ? null : <Framed page={page} app={app} />;
}

function Framed({ page, app }: { page: LoadedPage; app: AppDefinition }) {
  const { Layout, Page, name } = page;
  const content = (
    <Boundary scope="page" resetKey={[app, name]}>
      <Page key={name} />
    </Boundary>
  );
  if (Layout === null) return content;
  return (
    <Boundary scope="app" resetKey={[app]}>
      <Layout currentPageName={name}>{content}</Layout>
    </Boundary>
  );
}

interface BoundaryProps {
  readonly scope: 'page' | 'app';
  /** A change of one of these resets the error boundary. */
  readonly resetKey: readonly unknown[];
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, info: { componentStack?: string | null }) {
    reportError({ error, scope: this.props.scope, ...(info.componentStack ? { componentStack: info.componentStack } : {}) });
  }

  override componentDidUpdate(before: BoundaryProps) {
    const isChanged = before.resetKey.some((key, index) => key !== this.props.resetKey[index]);
    if (isChanged && this.state.failure !== null) this.setState({ failure: null });
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return <FailedScreen message={messageOf(failure.error)} onRetry={() => this.setState({ failure: null })} />;
  }
}

export function messageOf(error: unknown): string {
  // Code also rejects with plain objects, such as the answer of a server.
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  if (typeof message !== 'object' || message === null) return String(message);
  try {
    return JSON.stringify(message).slice(0, 200);
  } catch {
    return String(message);
  }
}
