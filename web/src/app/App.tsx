import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router/dom';
import { Toaster } from './Toaster.tsx';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'sayso-color-scheme' });

interface AppProps extends Pick<ComponentProps<typeof RouterProvider>, 'router'> {
  readonly client: ApolloClient;
}

/** Providers around all screens. */
export function App({ router, client }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <Toaster />
      <ApolloProvider client={client}>
        <RouterProvider router={router} />
      </ApolloProvider>
    </MantineProvider>
  );
}
