import { ApolloProvider } from '@apollo/client/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { RouterProvider } from 'react-router/dom';
import { client } from './apollo.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'sayso-color-scheme' });

/** Everything that every screen stands in. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      <Notifications position="bottom-right" limit={1} autoClose={5000} />
      <ApolloProvider client={client}>
        <ModalsProvider labels={{ confirm: 'Confirm', cancel: 'Cancel' }}>
          <RouterProvider router={router} />
        </ModalsProvider>
      </ApolloProvider>
    </MantineProvider>
  );
}
