import { ApolloProvider } from '@apollo/client/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router/dom';
import { client } from './apollo.ts';
import { Toaster } from './Toaster.tsx';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'sayso-color-scheme' });

/** Providers around all screens. */
export function App({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <Toaster />
      <ApolloProvider client={client}>
        <RouterProvider router={router} />
      </ApolloProvider>
    </MantineProvider>
  );
}
