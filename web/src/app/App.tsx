import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect, useMemo } from 'react';
import { RouterProvider } from 'react-router/dom';
import { useTranslations } from 'use-intl';
import { LanguageProvider } from '../i18n/LanguageProvider.tsx';
import { returnFocus } from '../lib/focusReturn.ts';
import { normalizeShortcuts } from '../lib/shortcutCase.ts';
import { Toaster } from './Toaster.tsx';
import { createAppTheme, cssVariables } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'sayso-color-scheme' });

interface AppProps extends Pick<ComponentProps<typeof RouterProvider>, 'router'> {
  readonly client: ApolloClient;
  /** Above all screens. */
  readonly children?: ReactNode;
}

/** Providers around all screens. */
export function App({ router, client, children }: AppProps) {
  useEffect(() => returnFocus(), []);
  useEffect(() => normalizeShortcuts(), []);
  return (
    <LanguageProvider>
      <Themed>
        <Toaster />
        {children}
        <ApolloProvider client={client}>
          <RouterProvider router={router} />
        </ApolloProvider>
      </Themed>
    </LanguageProvider>
  );
}

function Themed({ children }: { readonly children: ReactNode }) {
  const t = useTranslations();
  const close = t('common.close');
  const theme = useMemo(() => createAppTheme({ close }), [close]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" colorSchemeManager={colorScheme}>
      {children}
    </MantineProvider>
  );
}
