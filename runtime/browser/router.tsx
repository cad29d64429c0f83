import { type ComponentType, lazy, type ReactNode, Suspense, useContext } from 'react';
import * as base from 'react-router-dom';
import { OtherPages } from './root.tsx';

// `react-router-dom` of an app with a router of its own: it runs within the frame's router, whose history the builder steers.

export * from 'react-router-dom';

interface RouterProps {
  readonly children?: ReactNode;
}

/** Routers of the app are the one that is there already. */
function Inside({ children }: RouterProps): ReactNode {
  return base.useInRouterContext() ? children : <base.BrowserRouter>{children}</base.BrowserRouter>;
}

export { Inside as BrowserRouter, Inside as HashRouter, Inside as MemoryRouter };

/** Shown for unknown paths. A component of `/*` has routes of its own, which decide. */
const UNKNOWN = '*';

/**
 * The routes of the app, with a page that no route names in place of what is shown for unknown paths: pages made later need no route. The layouts
 * around that place stay.
 */
function useWithOtherPage(routes: base.RouteObject[]): base.RouteObject[] {
  const { pathname } = base.useLocation();
  const otherPage = useContext(OtherPages);
  const around = useContext(base.UNSAFE_RouteContext).matches.at(-1);
  if (otherPage === null || (around !== undefined && around.pathnameBase !== '/')) return routes;
  const matches = base.matchRoutes(routes, pathname);
  const last = matches?.at(-1)?.route;
  if (last !== undefined && last.path !== UNKNOWN) return routes;
  const element = otherPage(pathname);
  if (element === null) return routes;
  return last === undefined ? [{ path: UNKNOWN, element }] : replaced(routes, last, { path: UNKNOWN, element });
}

function replaced(routes: base.RouteObject[], from: base.RouteObject, to: base.RouteObject): base.RouteObject[] {
  return routes.map((route) => {
    if (route === from) return to;
    return route.children === undefined ? route : ({ ...route, children: replaced(route.children, from, to) } as base.RouteObject);
  });
}

export function Routes({ children, location }: base.RoutesProps): ReactNode {
  return useRoutes(base.createRoutesFromChildren(children), location);
}

export function useRoutes(routes: base.RouteObject[], location?: Parameters<typeof base.useRoutes>[1]): ReturnType<typeof base.useRoutes> {
  return base.useRoutes(useWithOtherPage(routes), location);
}

interface DataRouter {
  readonly routes: base.RouteObject[];
}

/** Routes as data are drawn as those of `<Routes>` are: without loaders and actions, which need a router of their own. */
export function createBrowserRouter(routes: base.RouteObject[]): DataRouter {
  return { routes: routes.map(drawable) };
}
export { createBrowserRouter as createHashRouter, createBrowserRouter as createMemoryRouter };

type Loaded = { readonly Component?: ComponentType; readonly default?: ComponentType };

function drawable(route: base.RouteObject): base.RouteObject {
  const { loader: _loader, action: _action, errorElement: _errorElement, ErrorBoundary: _boundary, lazy: load, children, ...rest } = route;
  const inner = children === undefined ? {} : { children: children.map(drawable) };
  if (typeof load !== 'function') return { ...rest, ...inner } as base.RouteObject;
  const Page = lazy(async () => {
    const { Component, default: other } = (await load()) as Loaded;
    return { default: Component ?? other ?? (() => null) };
  });
  const element = (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  );
  return { ...rest, ...inner, element } as base.RouteObject;
}

export function RouterProvider({ router }: { readonly router: DataRouter }): ReactNode {
  return useRoutes(router.routes);
}
