import type { ComponentType, ReactNode } from 'react';
import type { RoutablePage } from '../pages.ts';

export interface LayoutProps {
  readonly currentPageName: string;
  readonly children: ReactNode;
}
type Module<Props> = { readonly default?: ComponentType<Props> } & Readonly<Record<string, unknown>>;
type Loader<Props> = () => Promise<Module<Props>>;

/** The exports of an app's entry module. */
export interface AppDefinition {
  /** Page name → its module. */
  readonly pages: Readonly<Record<string, Loader<object>>>;
  readonly layout: Loader<LayoutProps> | null;
  /** Mounts an app with a router of its own; absent in apps that were published by a release without roots. */
  readonly root?: Loader<object> | null;
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
  const Component = componentOf<Props>(await loader(), path.split('/').at(-1) ?? '');
  if (Component === undefined) throw new Error(`${path} has no default export. Export its component with "export default".`);
  loaded.set(loader, Component);
  return Component;
}

/** The component of a module: its default export, the one that is named like the file, or the only one. */
export function componentOf<Props>(module: Module<Props>, name: string): ComponentType<Props> | undefined {
  if (module.default !== undefined) return module.default;
  const named = Object.entries(module).filter(([key, value]) => /^[A-Z]/.test(key) && typeof value === 'function');
  const found = named.find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? (named.length === 1 ? named[0] : undefined);
  return found?.[1] as ComponentType<Props> | undefined;
}

/** What the root draws: `main` has handed its element to `createRoot`, `App` exports a component. */
export interface LoadedRoot {
  readonly App: ComponentType<object> | null;
}

export function loadedRoot({ root }: AppDefinition): LoadedRoot | undefined {
  return root == null ? undefined : (loaded.get(root) as LoadedRoot | undefined);
}

/** Loads the root. Rejects with the error of a module. */
export async function loadRoot({ root }: AppDefinition): Promise<LoadedRoot> {
  if (root == null) throw new Error('The app has no root.');
  const found: LoadedRoot = { App: componentOf<object>(await root(), 'App') ?? null };
  loaded.set(root, found);
  return found;
}

/** Loads what the first page at a path needs. Its errors are shown by the page itself. */
export async function loadFirst(app: AppDefinition, name: string | null): Promise<void> {
  if (app.root != null) await loadRoot(app).catch(() => {});
  else if (name !== null) await loadPage(app, name).catch(() => {});
}
