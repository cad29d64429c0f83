import type { ComponentType, ReactNode } from 'react';
import type { RoutablePage } from '../pages.ts';

export interface LayoutProps {
  readonly currentPageName: string;
  readonly children: ReactNode;
}
type Loader<Props> = () => Promise<{ readonly default?: ComponentType<Props> }>;

/** The exports of an app's entry module. */
export interface AppDefinition {
  /** Page name → its module. */
  readonly pages: Readonly<Record<string, Loader<object>>>;
  readonly layout: Loader<LayoutProps> | null;
  readonly routes: readonly RoutablePage[];
}

/** A page whose modules have loaded. */
export interface LoadedPage {
  readonly name: string;
  readonly Page: ComponentType<object>;
  readonly Layout: ComponentType<LayoutProps> | null;
}

const loaded = new WeakMap<object, unknown>();

/** The page if its modules have loaded; undefined otherwise. */
export function loadedPage(app: AppDefinition, name: string): LoadedPage | undefined {
  const loader = app.pages[name];
  if (loader === undefined) return undefined;
  const Page = loaded.get(loader) as ComponentType<object> | undefined;
  const Layout = app.layout === null ? null : (loaded.get(app.layout) as ComponentType<LayoutProps> | undefined);
  return Page === undefined || Layout === undefined ? undefined : { name, Page, Layout };
}

/** Loads a page and the layout. Rejects with the error of a module. */
export async function loadPage(app: AppDefinition, name: string): Promise<LoadedPage> {
  const loader = app.pages[name];
  if (loader === undefined) throw new Error(`There is no page "${name}".`);
  const [Page, Layout] = await Promise.all([
    component(loader, `pages/${name}`),
    app.layout === null ? null : component(app.layout, 'layout'),
  ]);
  return { name, Page, Layout };
}

async function component<Props>(loader: Loader<Props>, path: string): Promise<ComponentType<Props>> {
  const { default: Component } = await loader();
  if (Component === undefined) throw new Error(`${path} has no default export. Export its component with "export default".`);
  loaded.set(loader, Component);
  return Component;
}
