import type { ApolloClient } from '@apollo/client';
import { ModalsProvider } from '@mantine/modals';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { App } from '../app/App.tsx';
import { createClient } from '../app/apollo.ts';
import { addFault } from './faults.ts';
import { admin } from './fixtures.ts';
import { stubFetch } from './rest.ts';
import { isRootField, schemaLink } from './schemaLink.ts';
import { type Answers, Server } from './server.ts';

export interface RenderOptions {
  /** What the server answers; `me` is an admin unless stated. */
  readonly answers?: Answers;
  /** The address; default `/`. */
  readonly at?: string | { readonly pathname: string; readonly search?: string; readonly hash?: string; readonly state?: unknown };
  /** Pattern of the element's route; default: any path. Other paths render nothing. */
  readonly path?: string;
}

/** Renders routes in the providers of the product. */
export function renderRoutes(routes: (client: ApolloClient) => RouteObject[], { answers = {}, at = '/' }: RenderOptions = {}) {
  for (const name of Object.keys(answers)) {
    if (!name.includes(' /') && !isRootField(name)) addFault(`The schema has no root field ${name}.`);
  }
  const server = new Server({ me: admin, ...answers });
  stubFetch(server);
  const client = createClient(schemaLink(server));
  const router = createMemoryRouter(routes(client), { initialEntries: [at] });
  const { unmount } = render(<App router={router} client={client} />);
  return { server, router, client, unmount, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

/** Renders a screen in the providers of the product. */
export function renderScreen(screen: ReactNode, options: RenderOptions = {}) {
  const element = <ModalsProvider labels={{ confirm: 'Confirm', cancel: 'Cancel' }}>{screen}</ModalsProvider>;
  const routes: RouteObject[] = [{ path: options.path ?? '*', element }];
  if (options.path !== undefined) routes.push({ path: '*', element: null });
  return renderRoutes(() => routes, options);
}
