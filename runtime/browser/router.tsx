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

/** A page that no route of the app names is found by its name, so that pages made later need no route. */
function useOtherPage(routes: base.RouteObject[], location: string): ReactNode | null {
  const otherPage = useContext(OtherPages);
  const isWithin = useContext(base.UNSAFE_RouteContext).matches.length > 0;
  if (otherPage === null || isWithin) return null;
  const matches = base.matchRoutes(routes, location);
  const isNamed = matches !== null && matches.at(-1)?.route.path !== '*' && matches.at(-1)?.route.path !== '/*';
  return isNamed ? null : otherPage(location);
}

export function Routes(props: base.RoutesProps): ReactNode {
  const { pathname } = base.useLocation();
  const other = useOtherPage(base.createRoutesFromChildren(props.children), pathname);
  return other ?? <base.Routes {...props} />;
}

export function useRoutes(routes: base.RouteObject[], location?: Parameters<typeof base.useRoutes>[1]): ReturnType<typeof base.useRoutes> {
  const { pathname } = base.useLocation();
  const other = useOtherPage(routes, pathname);
  const own = base.useRoutes(routes, location);
  return other === null ? own : (other as ReturnType<typeof base.useRoutes>);
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
