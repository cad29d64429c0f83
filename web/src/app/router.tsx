import type { ApolloClient } from '@apollo/client';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { Pending } from '../ui/Pending.tsx';
import { preloadBuilder } from './preload.ts';
import { RequireAccount } from './RequireAccount.tsx';
import { RequireBuilder } from './RequireBuilder.tsx';
import { Root } from './Root.tsx';
import { RouteFailure } from './RouteFailure.tsx';

/** Loads the component alone: the loader of its route starts at once. */
const loadBuilder = async () => (await import('./routes/BuilderRoute.tsx')).Component;

/** Routes of all screens. Each screen is a chunk of its own. */
export const createRoutes = (client: ApolloClient): RouteObject[] => [
  {
    element: <Root />,
    errorElement: <RouteFailure />,
    hydrateFallbackElement: <Pending />,
    children: [
      { index: true, element: <Navigate to="/home" replace /> },
      { path: 'login', lazy: () => import('./routes/LoginRoute.tsx') },
      { path: 'logout', lazy: () => import('./routes/LogoutRoute.tsx') },
      { path: 'auth/verifyEmail', lazy: () => import('./routes/VerifyEmailRoute.tsx') },
      { path: 'auth/handler', lazy: () => import('./routes/AuthHandlerRoute.tsx') },
      { path: 'error/unauthorized', lazy: () => import('./routes/UnauthorizedRoute.tsx') },
      { path: 'join', lazy: () => import('./routes/JoinRoute.tsx') },
      { path: 'invite', lazy: () => import('./routes/InviteRoute.tsx') },
      { path: 'connected', lazy: () => import('./routes/ConnectedRoute.tsx') },
      { path: 'apps/:appId/login', lazy: () => import('./routes/AppLoginRoute.tsx') },
      {
        element: <RequireAccount />,
        children: [
          {
            lazy: () => import('./routes/ShellRoute.tsx'),
            children: [
              { path: 'home', lazy: () => import('./routes/HomeRoute.tsx') },
              { path: 'accounts', lazy: () => import('./routes/AccountsRoute.tsx') },
              { path: 'settings', lazy: () => import('./routes/SettingsRoute.tsx') },
              { path: 'settings/model', lazy: () => import('./routes/ModelRoute.tsx') },
              { path: 'settings/packages', lazy: () => import('./routes/PackagesRoute.tsx') },
              { path: 'outbox', lazy: () => import('./routes/OutboxRoute.tsx') },
              { path: 'ratings', lazy: () => import('./routes/RatingsRoute.tsx') },
            ],
          },
          {
            element: <RequireBuilder />,
            children: [
              {
                path: 'build/app/:appId/:pageName?',
                lazy: { Component: loadBuilder },
                loader: ({ params: { appId = '' }, request }) => {
                  preloadBuilder(client, appId, new URL(request.url).searchParams);
                  return null;
                },
                shouldRevalidate: ({ currentParams, nextParams }) => currentParams['appId'] !== nextParams['appId'],
              },
              { path: 'preview/app/:appId/*', lazy: () => import('./routes/PreviewTabRoute.tsx') },
            ],
          },
        ],
      },
      { path: '*', lazy: () => import('./routes/NotFoundRoute.tsx') },
    ],
  },
];

/** Starts loading the screen of the current URL at once. */
export const createRouter = (client: ApolloClient) => createBrowserRouter(createRoutes(client));
